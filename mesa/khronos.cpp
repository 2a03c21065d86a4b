/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Tests of VK-GL-CTS that draw with vertex input, run one by one on the
 * recorder of `judge run`, which judges what they draw. mesa/khronos builds
 * it.
 */

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "qpTestLog.h"
#include "tcuFunctionLibrary.hpp"
#include "tcuPlatform.hpp"
#include "tcuTestCase.hpp"
#include "tcuTestContext.hpp"
#include "tcuTestPackage.hpp"
#include "vkPlatform.hpp"
#include "vktDrawIndexedTest.hpp"
#include "vktDrawIndirectInstancedTests.hpp"
#include "vktDrawIndirectTest.hpp"
#include "vktDrawInstancedTests.hpp"
#include "vktDrawTests.hpp"
#include "vktDrawVertexAttribDivisorTests.hpp"
#include "vktPipelineDynamicVertexAttributeTests.hpp"
#include "vktPipelineInputAttributeOffsetTests.hpp"
#include "vktPipelineTests.hpp"
#include "vktPipelineVertexInputTests.hpp"
#include "vktTestGroupUtil.hpp"
#include "vktTestPackage.hpp"

extern "C" {
#include "record.h"
}

/* ---- The recorder is the Vulkan library -------------------------------- */

namespace
{

struct Names : tcu::FunctionLibrary {
   explicit Names(const char *path) : library(path) {}

   /* There is no loader. */
   deFunctionPtr getFunction(const char *name) const override
   {
      return library.getFunction(std::string(name) == "vkGetInstanceProcAddr"
                                    ? "vk_icdGetInstanceProcAddr" : name);
   }

   const tcu::DynamicFunctionLibrary library;
};

struct Library : vk::Library {
   explicit Library(const char *path) : names(path), driver(names) {}

   const vk::PlatformInterface &getPlatformInterface() const override
   {
      return driver;
   }

   const tcu::FunctionLibrary &getFunctionLibrary() const override
   {
      return names;
   }

   const Names names;
   const vk::PlatformDriver driver;
};

struct Platform : tcu::Platform, vk::Platform {
   const vk::Platform &getVulkanPlatform() const override { return *this; }

   vk::Library *createLibrary(LibraryType, const char *path) const override
   {
      return new Library(path);
   }
};

} // namespace

tcu::Platform *
createPlatform()
{
   return new Platform;
}

/* ---- A process for each test ------------------------------------------- */

namespace
{

/* The driver may assert in a test, and the recorder may refuse it. */
class Executor : public tcu::TestCaseExecutor
{
public:
   explicit Executor(tcu::TestCaseExecutor *tests) : tests(tests)
   {
      const char *file = getenv("JUDGE_COUNTS");

      counts = static_cast<struct record_counts *>(
         file ? mmap(nullptr, sizeof(*counts), PROT_READ, MAP_SHARED,
                     atoi(file), 0)
              : MAP_FAILED);
      if (counts == MAP_FAILED) {
         fputs("khronos: start it with: judge run\n", stderr);
         exit(2);
      }
   }

   void init(tcu::TestCase *test, const std::string &path) override
   {
      const struct record_counts before = *counts;
      int status = 0;

      fflush(nullptr);

      const pid_t child = fork();

      if (child == 0)
         _exit(run(test, path));
      if (child < 0 || waitpid(child, &status, 0) != child) {
         perror("khronos");
         exit(2);
      }

      const char *result =
         WIFSIGNALED(status)
            ? "Crash"
            : qpGetTestResultName(
                 static_cast<qpTestResult>(WEXITSTATUS(status)));

#define MORE(name) \
   static_cast<unsigned long long>(counts->name - before.name)
      printf("test\t%s\t%s\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu"
             "\t%llu\n",
             path.c_str(), result, MORE(draws), MORE(reads), MORE(wrong),
             MORE(missing), MORE(other), MORE(empty), MORE(outside),
             MORE(shaders), MORE(refused));
#undef MORE
      fflush(stdout);
      test->getTestContext().setTestResult(QP_TEST_RESULT_PASS, "");
   }

   tcu::TestNode::IterateResult iterate(tcu::TestCase *) override
   {
      return tcu::TestNode::STOP;
   }

   void deinit(tcu::TestCase *) override {}

private:
   int run(tcu::TestCase *test, const std::string &path)
   {
      fprintf(stderr, "test\t%s\n", path.c_str());
      /* It may wait for what a shader writes. */
      alarm(300);
      try {
         tests->init(test, path);
         while (tests->iterate(test) == tcu::TestNode::CONTINUE)
            ;
      } catch (const tcu::TestException &error) {
         return error.getTestResult();
      } catch (const std::exception &error) {
         fprintf(stderr, "khronos: %s\n", error.what());
         return QP_TEST_RESULT_INTERNAL_ERROR;
      }
      return test->getTestContext().getTestResult();
   }

   const std::unique_ptr<tcu::TestCaseExecutor> tests;
   struct record_counts *counts;
};

struct Package : vkt::TestPackage {
   explicit Package(tcu::TestContext &context) : vkt::TestPackage(context) {}

   void init() override
   {
      addRootChild("draw", m_caseListFilter, vkt::Draw::createTests);
      addRootChild("pipeline", m_caseListFilter, vkt::pipeline::createTests);
   }

   tcu::TestCaseExecutor *createExecutor() const override
   {
      return new Executor(vkt::TestPackage::createExecutor());
   }
};

tcu::TestPackage *
create_package(tcu::TestContext &context)
{
   return new Package(context);
}

} // namespace

tcu::TestPackageDescriptor package("dEQP-VK", create_package);

/* ---- The groups -------------------------------------------------------- */

namespace vkt
{

tcu::TestCaseGroup *
Draw::createTests(tcu::TestContext &context, const std::string &name)
{
   auto all = new tcu::TestCaseGroup(context, name.c_str());
   auto dynamic = new tcu::TestCaseGroup(context, "dynamic_rendering");
   const struct {
      tcu::TestCaseGroup *parent;
      const char *name;
      GroupParams params;
   } kinds[] = {
      {all, "renderpass", {false, false, false, false}},
      {dynamic, "primary_cmd_buff", {true, false, false, false}},
      {dynamic, "partial_secondary_cmd_buff", {true, true, false, false}},
      {dynamic, "complete_secondary_cmd_buff", {true, true, true, false}},
   };

   for (const auto &kind : kinds) {
      const SharedGroupParams params(new GroupParams(kind.params));
      auto group = new tcu::TestCaseGroup(context, kind.name);

      group->addChild(new DrawIndexedTests(context, params));
      group->addChild(new IndirectDrawTests(context, params));
      group->addChild(new InstancedTests(context, params));
      group->addChild(createVertexAttributeDivisorTests(context, params));
      group->addChild(createIndirectInstancedTests(context, params));
      kind.parent->addChild(group);
   }
   all->addChild(dynamic);
   return all;
}

tcu::TestCaseGroup *
pipeline::createTests(tcu::TestContext &context, const std::string &name)
{
   auto all = new tcu::TestCaseGroup(context, name.c_str());
   auto group = new tcu::TestCaseGroup(context, "monolithic");
   const auto kind = vk::PIPELINE_CONSTRUCTION_TYPE_MONOLITHIC;

   group->addChild(
      createTestGroup(context, "vertex_input", createVertexInputTests, kind));
   group->addChild(createInputAttributeOffsetTests(context, kind));
   group->addChild(createDynamicVertexAttributeTests(context, kind));
   all->addChild(group);
   return all;
}

} // namespace vkt
