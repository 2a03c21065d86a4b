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
  local result=$1 name=$2 text
  printf -v text '%-6s %4d s %4d s  %s' "$result" "$seconds" \
    "$processor_seconds" "$name"
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

# Whether all tests of a log ran, and there were some: cargo's, meson's, or of
# programs with TAP, which say first how many there are.
no_test_is_missing() {
  local missing
  missing=$(awk '
    / [1-9][0-9]* ignored;/ || /^(Skipped|Ignored|Timeout): +[1-9]/ ||
      /^No suitable tests/ { print }
    /^test result:/ { ended++; tests += $4 }
    /^1\.\.[0-9]+$/ { programs++; planned += substr($0, 4) }
    /^(not )?ok [0-9]+ - / { reported++ }
    END {
      if (ended && !tests) print "no test of cargo"
      if (programs && (!planned || reported < planned))
        print planned - reported " of " planned " tests in C"
    }' "$log")
  [[ -z $missing ]] || {
    echo "Tests are missing: $missing" >>"$log"
    return 1
  }
}

check_step() {
  run "$@"
  if ((status == 0)) && no_test_is_missing; then
    passed=$((passed + 1))
    report ok "$1"
    # What the sweeps covered.
    sed -n 's/^# [a-z0-9_]*: [0-9]* inputs, .*/               &/p' "$log"
  else
    failed=$((failed + 1))
    report FAILED "$1"
    return 1
  fi
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
