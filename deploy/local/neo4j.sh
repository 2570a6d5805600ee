#!/usr/bin/env bash
# A real Neo4j 5 Community from Maven's jars, Bolt on the loopback interface, no password. For contributors without Docker, and for tests.
#
#   neo4j.sh resolve            fetch the jars (158 MB, once; later starts need no network)
#   neo4j.sh start DATA PORT    start, and return when Bolt responds
#   neo4j.sh status DATA        0 if it runs
#   neo4j.sh stop DATA          clean shutdown
#
# Environment: NEO4J_HEAP=512m · NEO4J_WAIT=180 (seconds until it responds)
# Neo4j Community is under the GPLv3: a separate process, never a part of Quarry.
name=neo4j
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
pid_file=neo4j.pid
usual_port=7687
# By content: in a new clone, an unchanged file is newer than what was fetched for it.
classpath=$cache/neo4j-$(cksum <"$here/neo4j/pom.xml" | cut -d ' ' -f 1).classpath

resolved() {
  [[ -s $classpath ]] &&
    tr ':' '\n' <"$classpath" | while read -r jar; do [[ -f $jar ]] || exit 1; done
}

fetch() {
  ! resolved || return 0
  echo "$name: fetching the server, 158 MB ..." >&2
  mvn -B -q -Dstyle.color=never -f "$here/neo4j/pom.xml" -Dclasspath.file="$classpath" dependency:build-classpath \
    >"$cache/neo4j.log" 2>&1 ||
    { tail -n 20 "$cache/neo4j.log" >&2; die 'Maven could not fetch the server.' "Details: $cache/neo4j.log"; }
}

resolve() {
  ! resolved || return 0
  need_java
  with_lock neo4j fetch
}

pid() {
  local found
  found=$(cat "$data/$pid_file" 2>/dev/null) && is_ours "$found" "--home-dir=$data" && echo "$found"
}

# A Bolt handshake: offers 5.4 to 5.0 and 4.4; a live server picks one of them.
bolt_answers() {
  local reply
  reply=$(timeout 5 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" || exit 1
    printf "\x60\x60\xb0\x17\x00\x04\x04\x05\x00\x00\x04\x04\x00\x00\x00\x00\x00\x00\x00\x00" >&3
    head -c 4 <&3 | od -An -tx1' "$1" 2>/dev/null) || return 1
  [[ -n ${reply// /} && ${reply// /} != 00000000 ]]
}

start() {
  local found
  if found=$(pid); then echo "$name: already running, pid $found"; return; fi
  taken "$port" && die "port $port is taken." 'Stop the program that uses it, or choose another port.'
  need_java
  resolve
  mkdir -p "$data"/{conf,logs}
  cat >"$data/conf/neo4j.conf" <<CONF
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:$port
server.bolt.advertised_address=127.0.0.1:$port
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=false
dbms.usage_report.enabled=false
server.memory.pagecache.size=128m
# Two databases (neo4j, system) each preallocate one log of this size.
db.tx_log.rotation.size=16m
db.tx_log.rotation.retention_policy=2 files
# Otherwise a clean stop waits 10 s for idle network threads.
internal.dbms.bolt.netty_server_shutdown_quiet_period=0
internal.dbms.bolt.netty_server_shutdown_timeout=3
CONF
  local session=()
  command -v setsid >/dev/null 2>&1 && session=(setsid)
  CLASSPATH=$(<"$classpath") nohup ${session[@]+"${session[@]}"} java -Xms128m -Xmx"${NEO4J_HEAP:-512m}" -XX:+UseSerialGC \
    -XX:+ExitOnOutOfMemoryError -XX:TieredStopAtLevel=1 -Dlog4j2.disable.jmx=true -Dio.netty.tryReflectionSetAccessible=true \
    --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
    --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
    org.neo4j.server.CommunityEntryPoint "--home-dir=$data" "--config-dir=$data/conf" \
    </dev/null >"$data/logs/console.log" 2>&1 &
  local child=$! end=$((SECONDS + ${NEO4J_WAIT:-180}))
  echo "$child" >"$data/$pid_file"
  until bolt_answers "$port"; do
    kill -0 "$child" 2>/dev/null || { tail -n 20 "$data/logs/console.log" >&2; die 'it died while starting.' "Details: $data/logs"; }
    ((SECONDS < end)) || { kill "$child" 2>/dev/null || true; die 'it did not respond in time.' "Details: $data/logs"; }
    sleep 0.2
  done
  echo "$name: bolt://127.0.0.1:$port ready, pid $child"
}

url() { echo "bolt://$(sed -n 's/^server.bolt.listen_address=//p' "$data/conf/neo4j.conf")"; }

main "$@"
