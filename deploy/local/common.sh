# Common functions of the scripts in this folder, which source it. Bash.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Distributions are unpacked once for all clones of a user.
cache=${QUARRY_SERVERS_CACHE:-${HOME:?}/.cache/quarry/servers}

die() {
  echo "$name: $1" >&2
  shift
  for line in "$@"; do echo "  $line" >&2; done
  exit 1
}

need() {
  command -v "$1" >/dev/null 2>&1 || die "$1 is not installed." "$2"
}

need_java() {
  need java 'Java 17 or newer is needed. Debian: apt-get install openjdk-17-jdk-headless; macOS: brew install openjdk@17'
  need mvn 'Maven fetches the server. Debian: apt-get install maven; macOS: brew install maven'
}

# Whether a process with this id exists and is ours (an argument names our folder). A stale file may name another process.
is_ours() {
  [[ -n ${1:-} ]] && ps -ww -o args= -p "$1" 2>/dev/null | grep -qF -- "$2"
}

# Whether a port of this machine is in use.
taken() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Waits until a process has ended, at most this many seconds.
gone_within() {
  for ((i = 0; i < $2 * 5; i++)); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.2
  done
  return 1
}

# Reports whether the server of $data runs, by the script's own `pid` and `url`; returns 1 if it does not.
status() {
  local found
  found=$(pid) || { echo "$name: not running"; return 1; }
  echo "$name: $(url), pid $found"
}

# Clean shutdown; kills the server after a minute. $pid_file is the script's own.
stop() {
  local found
  found=$(pid) || { echo "$name: not running"; return; }
  kill "$found"
  gone_within "$found" 60 || kill -9 "$found" 2>/dev/null || true
  rm -f "$data/$pid_file"
  echo "$name: stopped"
}

# Runs the command: start, status, stop, or another one of the script; help for any other.
main() {
  command=${1:-help} data=${2:-} port=${3:-$usual_port}
  case $command in
    start | stop | status)
      [[ -n $data ]] || die 'name a data folder.'
      mkdir -p "$data"
      data=$(cd "$data" && pwd -P)
      "$command"
      ;;
    resolve) if declare -F resolve >/dev/null; then resolve; fi ;;
    *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" ;;
  esac
}

# One download at a time, even if two clones start simultaneously.
with_lock() {
  mkdir -p "$cache"
  if command -v flock >/dev/null 2>&1; then
    ( flock 9; shift; "$@" ) 9>>"$cache/$1.lock"
  else
    shift
    "$@"
  fi
}
