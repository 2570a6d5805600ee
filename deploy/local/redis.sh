#!/usr/bin/env bash
# A Redis on the loopback interface that is safe for turns: append-only file, no eviction.
#
#   redis.sh start DATA PORT    start, and return when it responds
#   redis.sh status DATA        0 if it runs
#   redis.sh stop DATA          clean shutdown
name=redis
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
pid_file=redis.pid
usual_port=6379

pid() {
  local found
  found=$(cat "$data/$pid_file" 2>/dev/null) && is_ours "$found" "127.0.0.1:$(cat "$data/port")" && echo "$found"
}

start() {
  local found
  if found=$(pid); then echo "$name: already running, pid $found"; return; fi
  taken "$port" && die "port $port is taken." 'Stop the program that uses it, or choose another port.'
  need redis-server 'Debian: apt-get install redis-server; macOS: brew install redis'
  echo "$port" >"$data/port"
  redis-server --port "$port" --bind 127.0.0.1 --dir "$data" --appendonly yes --appendfsync everysec \
    --maxmemory-policy noeviction --daemonize yes --pidfile "$data/$pid_file" --logfile "$data/redis.log" >/dev/null
  for ((i = 0; i < 50; i++)); do
    if taken "$port" && found=$(pid); then echo "$name: redis://127.0.0.1:$port ready, pid $found"; return; fi
    sleep 0.1
  done
  die 'it did not start.' "Details: $data/redis.log"
}

url() { echo "redis://127.0.0.1:$(cat "$data/port")"; }

main "$@"
