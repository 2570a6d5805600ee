#!/usr/bin/env bash
# A Redis on the loopback interface that a turn may be trusted to: append-only file, no eviction.
#
#   redis.sh start DATA PORT    start, and return when it answers
#   redis.sh status DATA        0 where it runs
#   redis.sh stop DATA          clean shutdown
name=redis
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

pid() {
  local found
  found=$(cat "$data/redis.pid" 2>/dev/null) && is_ours "$found" "127.0.0.1:$(cat "$data/port")" && echo "$found"
}

start() {
  local found
  if found=$(pid); then echo "$name: already running, pid $found"; return; fi
  taken "$port" && die "port $port is taken." 'Stop what uses it, or name another.'
  need redis-server 'Debian: apt-get install redis-server; macOS: brew install redis'
  echo "$port" >"$data/port"
  redis-server --port "$port" --bind 127.0.0.1 --dir "$data" --appendonly yes --appendfsync everysec \
    --maxmemory-policy noeviction --daemonize yes --pidfile "$data/redis.pid" --logfile "$data/redis.log" >/dev/null
  for ((i = 0; i < 50; i++)); do
    if taken "$port" && found=$(pid); then echo "$name: redis://127.0.0.1:$port ready, pid $found"; return; fi
    sleep 0.1
  done
  die 'it did not start.' "Details: $data/redis.log"
}

status() {
  local found
  found=$(pid) || { echo "$name: not running"; return 1; }
  echo "$name: redis://127.0.0.1:$(cat "$data/port"), pid $found"
}

stop() {
  local found
  found=$(pid) || { echo "$name: not running"; return; }
  kill "$found"
  gone_within "$found" 20 || kill -9 "$found" 2>/dev/null || true
  echo "$name: stopped"
}

command=${1:-help} data=${2:-} port=${3:-6379}
case $command in
  start | stop | status)
    [[ -n $data ]] || die 'no folder for the data was named.'
    mkdir -p "$data"
    data=$(cd "$data" && pwd -P)
    "$command"
    ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" ;;
esac
