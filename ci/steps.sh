# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Steps: each is one check or one runner of tests, logged and counted.

# Runs COMMAND as one step, with its own log. Sets `status`, `seconds`,
# `processor_seconds` and `log`.
run() {
  local name=$1 start=$SECONDS
  local TIMEFORMAT='%U %S'
  shift
  step_number=$((step_number + 1))
  log=$(printf '%s/%02d-%s.log' "$logs" "$step_number" "${name//[^A-Za-z0-9.]/-}")
  printf '%s\t%s\n' "$log" "$name" >"$logs/running"
  { time "$@" >"$log" 2>&1; } 2>"$log.times"
  status=$?
  seconds=$((SECONDS - start))
  processor_seconds=$(awk '{ printf "%.0f", $1 + $2 }' "$log.times")
  rm "$log.times" "$logs/running"
}

# The last line of a log, which says how far its step is.
last_line() {
  tail -c 2000 "$1" | tr '\r' '\n' | grep -a '[^ ]' | tail -n 1 | cut -c 1-60
}

# Prints a line for each running step at least every 30 seconds, until the
# script ends.
heartbeat() {
  local log name
  # The output is not held open when the script ends.
  while sleep 25 >/dev/null 2>&1; do
    cat "$logs"/running "$logs"/*/running 2>/dev/null |
      while IFS=$'\t' read -r log name; do
        printf '%-6s %4d s          %s: %s\n' '...' "$SECONDS" "$name" \
          "$(last_line "$log")"
      done
  done
}

start_heartbeat() {
  heartbeat &
  heartbeat_pid=$!
  trap 'kill "$heartbeat_pid" 2>/dev/null' EXIT
}

# Prints in one write, because two lanes print at once.
report() {
  local result=$1 name=$2 counts=${3-} text
  printf -v text '%-6s %4d s %4d s  %s%s' "$result" "$seconds" \
    "$processor_seconds" "$name" "$counts"
  if [[ $result == FAILED ]]; then
    text+=$'\n'$(grep -v -E ' \.\.\. ok$|^test result: ok|^ *$' "$log" |
      tail -n 80 | sed 's/^/    | /')
    text+=$'\n'"    (all of it: $log)"
  fi
  echo "$text"
}

# Whether `./test --only` or `--list` leaves a step out. Sets `ran`.
skips() {
  ran=false
  if $listing; then
    echo "$1"
    return
  fi
  [[ $1 == *"$only"* ]] || return 0
  ran=true
  matched=$((matched + 1))
  return 1
}

# Steps that --only has left out, by name, as commands.
declare -A left_out=()
# Those that the following steps need. A function with a local copy keeps its
# own from others.
needs=()

# A step that following steps need: need NAME COMMAND... With --only, it runs
# when the first of them does.
need() {
  needs+=("$1")
  left_out[$1]=$(printf '%q ' "$@")
  skips "$1" && return
  run_needs
}

# Runs what a chosen step needs, once.
run_needs() {
  local name command
  for name in "${needs[@]}"; do
    command=${left_out[$name]-}
    [[ -n $command ]] || continue
    unset 'left_out[$name]'
    eval "check_step $command" || return
  done
}

# One check: step NAME COMMAND...
step() {
  skips "$1" && return
  run_needs && check_step "$@"
}

check_step() {
  run "$@"
  if ((status == 0)); then
    passed=$((passed + 1))
    report ok "$1"
  else
    failed=$((failed + 1))
    report FAILED "$1"
  fi
  return "$status"
}

# Prints how many tests passed and failed. Ignored, skipped or stopped tests
# have not passed.
count_cargo() {
  # A crashed program prints no result.
  awk '/^ +(Running|Doc-tests) / { begun++ }
       /^test result:/ { ended++; passed += $4; failed += $6 + $8 }
       END { print passed + 0, failed + begun - ended }' "$1"
}
# A test that prints TAP counts as its subtests.
count_meson() {
  awk -F ': +' '/ [0-9]+ subtests passed$/ { passed += subtests($0) - 1 }
       / [0-9]+\/[0-9]+ subtests passed$/ {
         passed += subtests($0)
         failed += total($0) - subtests($0) - 1
       }
       /^(Ok|Expected Fail): / { passed += $2 }
       /^(Fail|Unexpected Pass|Skipped|Ignored|Timeout): / { failed += $2 }
       END { print passed + 0, failed + 0 }
       function word(line, words) {
         return words[split(line, words, " ") - 2]
       }
       function subtests(line) { return word(line) + 0 }
       function total(line, parts) {
         split(word(line), parts, "/")
         return parts[2]
       }' "$1"
}
# The test programs in C print TAP. A program that stopped has not run all of
# its plan.
count_c() {
  awk '/^1\.\.[0-9]+$/ { planned += substr($0, 4) }
       /^ok [0-9]+ - / { passed++ }
       END { print passed + 0, planned - passed }' "$1"
}
# A script prints a line for each of its checks.
count_script() {
  awk '/^ok / { passed++ } /^FAILED / { failed++ }
       END { print passed + 0, failed + 0 }' "$1"
}

# A runner whose tests are counted: suite KIND NAME COMMAND...
suite() {
  local kind=$1 name=$2 counts good bad
  shift
  skips "$name" && return
  run_needs || return
  run "$@"
  read -r good bad < <("count_$kind" "$log")
  counts=" ($good passed, $bad failed)"
  # Without any test, or if the runner itself stopped: one failure.
  if ((bad == 0)) && ((status != 0 || good == 0)); then
    bad=1
    counts=" ($good passed; exit status $status)"
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  if ((bad == 0)); then
    report ok "$name" "$counts"
  else
    report FAILED "$name" "$counts"
  fi
  # What the sweeps covered.
  sed -n 's/^# [a-z0-9_]*: [0-9]* inputs, .*/               &/p' "$log"
}

# lane NAME FUNCTION: runs steps in parallel, with their own logs. Chosen steps
# run one after the other, because lanes may need the same.
lanes=()
lane_pids=()
lane() {
  local result=$logs/$1.result needs=("${needs[@]}")
  if $listing || [[ -n $only ]]; then
    "$2"
    return
  fi
  lanes+=("$result")
  (
    logs=$logs/$1
    mkdir "$logs"
    passed=0 failed=0 step_number=0
    "$2"
    echo "$passed $failed" >"$result"
  ) &
  lane_pids+=("$!")
}

# Waits for all lanes and adds their counts.
join_lanes() {
  local result good bad
  ((${#lanes[@]} > 0)) || return
  wait "${lane_pids[@]}"
  for result in "${lanes[@]}"; do
    # A lane that stopped has failed.
    read -r good bad <"$result" || good=0 bad=1
    passed=$((passed + good))
    failed=$((failed + bad))
  done
  lanes=()
  lane_pids=()
}

# Ends the script.
finish() {
  ! $listing || exit 0
  if [[ -n $only ]] && ((matched == 0)); then
    echo "No step's name contains \"$only\"; ./test --list prints the names."
    failed=$((failed + 1))
  fi
  echo "$passed passed, $failed failed"
  ((failed == 0))
  exit
}
