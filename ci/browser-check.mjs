// SPDX-License-Identifier: MIT
//
// Opens the pages of a folder in Chromium, and ends with status 1 if one of
// them is not as it should be.

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const folder = resolve(process.argv[2]);
const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
const faults = [];
let checks = 0;

/// What is wrong with how a page looks; it runs in the browser.
function layout() {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    wrong.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
  }
  // Blocks follow one another.
  for (const parent of document.querySelectorAll('main, section, article')) {
    const blocks = [...parent.children].filter((child) => {
      const style = getComputedStyle(child);
      return style.position === 'static' && style.display !== 'inline';
    });
    blocks.slice(1).forEach((block, place) => {
      const above = blocks[place].getBoundingClientRect();
      if (block.getBoundingClientRect().top < above.bottom - 1) {
        wrong.push(`<${block.tagName}> overlaps what is above it`);
      }
    });
  }
  // What scrolls is a stop of the keyboard by itself.
  for (const part of document.querySelectorAll('.scroll, pre')) {
    // What is folded cannot be reached.
    const is = part.checkVisibility();
    if (is && part.scrollWidth > part.clientWidth + 1) {
      part.focus();
      if (document.activeElement !== part) {
        wrong.push(`${part.ariaLabel} cannot be scrolled by keyboard`);
      }
    }
  }
  // No number is broken into two lines.
  for (const cell of document.querySelectorAll('.groups td, .bits td, dd')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      for (const { 0: number, index } of text.data.matchAll(/\b\d+\b/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + number.length);
        const rows = new Set([...range.getClientRects()].map((r) => r.top));
        if (rows.size > 1) wrong.push(`${number} is broken into two lines`);
      }
    }
  }
  return wrong;
}

/// What is wrong with how a page is printed; it runs in the browser.
function printed() {
  const wrong = [];
  for (const element of document.querySelectorAll('mark, [class^=tint]')) {
    const style = getComputedStyle(element);
    if (style.printColorAdjust !== 'exact') wrong.push('loses its colors');
  }
  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    if (heading.offsetHeight === 0) wrong.push('loses a heading');
  }
  return wrong;
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const name of pages) {
    for (const width of [400, 1280]) {
      for (const value of ['light', 'dark']) {
        const page = await browser.newPage();
        const report = (what) =>
          faults.push(`${name}, ${width} pixels, ${value}: ${what}`);
        // axe-core is a script, which the pages' own policy forbids.
        await page.setBypassCSP(true);
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value },
        ]);
        await page.goto(pathToFileURL(`${folder}/${name}`).href);
        (await page.evaluate(layout)).forEach(report);
        // Parts fold when Enter is pressed on their summary.
        for (const summary of await page.$$('summary')) {
          const is = () => summary.evaluate((one) => one.parentElement.open);
          const before = await is();
          await summary.focus();
          await page.keyboard.press('Enter');
          if ((await is()) === before) report('a part does not fold');
        }
        (await page.evaluate(layout)).forEach(report);
        await page.evaluate(axe);
        const { violations, passes } = await page.evaluate(
          // Checked above: Chromium needs no attribute for it.
          () => axe.run({
            rules: { 'scrollable-region-focusable': { enabled: false } },
          }),
        );
        if (passes.length === 0) report('axe-core checked nothing');
        for (const { id, nodes } of violations) {
          report(`axe-core: ${id}: ${nodes[0].html.slice(0, 120)}`);
        }
        await page.emulateMediaType('print');
        (await page.evaluate(printed)).forEach(report);
        await page.close();
        checks += 1;
      }
    }
  }
} finally {
  await browser.close();
}
faults.forEach((fault) => console.log(fault));
console.log(`${pages.length} pages, ${checks} views, ${faults.length} faults`);
process.exit(faults.length > 0 || checks === 0 ? 1 : 0);
