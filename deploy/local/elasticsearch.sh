#!/usr/bin/env bash
# A real single-node Elasticsearch 8 on the loopback interface, security off. For contributors without Docker, and for tests.
#
#   elasticsearch.sh resolve            fetch the distribution (921 MB over Maven, once; later starts need no network)
#   elasticsearch.sh start DATA PORT    start, and return when it is healthy
#   elasticsearch.sh status DATA        0 if it runs
#   elasticsearch.sh stop DATA          clean shutdown
#
# Environment: ES_HEAP=512m · ES_JIT=c1 (quick start) or c2 (faster in long runs) · ES_WAIT=300 (seconds until healthy)
# Elasticsearch is under the Elastic License 2.0: fine for development and tests; do not redistribute it.
name=elasticsearch
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
pid_file=es.pid
usual_port=9200
home=$cache/elasticsearch-8.19.13

fetch() {
  [[ ! -e $home/modules/transport-netty4 ]] || return 0
  echo "$name: fetching the distribution, 921 MB ..." >&2
  # Unpacked under another name, then renamed, so that the folder is always complete.
  rm -rf "$home.part"
  mvn -B -ntp -q -f "$here/elasticsearch/pom.xml" -Des.home="$home.part" >"$cache/elasticsearch.log" 2>&1 ||
    { tail -n 20 "$cache/elasticsearch.log" >&2; die 'Maven could not fetch the distribution.' "Details: $cache/elasticsearch.log"; }
  rm -rf "$home"
  mv "$home.part" "$home"
}

resolve() {
  [[ ! -e $home/modules/transport-netty4 ]] || return 0
  need_java
  with_lock elasticsearch fetch
}

pid() {
  local found
  found=$(cat "$data/$pid_file" 2>/dev/null) && is_ours "$found" "-Djava.io.tmpdir=$data/tmp" && echo "$found"
}

start() {
  local url=http://127.0.0.1:$port found
  if found=$(pid); then echo "$name: already running, pid $found"; return; fi
  taken "$port" && die "port $port is taken." 'Stop the program that uses it, or choose another port.'
  need_java
  need curl 'It is asked for the health of the node. Debian: apt-get install curl'
  resolve
  mkdir -p "$data"/{conf,data,logs,tmp}
  rm -f "$data/$pid_file"
  cp "$here/elasticsearch/jvm.options" "$here/elasticsearch/log4j2.properties" "$data/conf/"
  cat >"$data/conf/elasticsearch.yml" <<YML
cluster.name: quarry-local
node.name: quarry-local-1
discovery.type: single-node
network.host: 127.0.0.1
http.port: $port
transport.port: 0
path.data: $data/data
path.logs: $data/logs
xpack.security.enabled: false
cluster.routing.allocation.disk.threshold_enabled: false
ingest.geoip.downloader.enabled: false
YML
  # An unknown key would prevent this build from starting.
  [[ -d $home/modules/ingest-geoip ]] || sed -i.bak '/^ingest.geoip/d' "$data/conf/elasticsearch.yml"

  # It refuses to run as root, so root drops its privileges first.
  local drop=()
  if [[ $(id -u) == 0 ]]; then
    if unshare --user --map-user=65534 --map-group=65534 true 2>/dev/null; then
      drop=(unshare --user --map-user=65534 --map-group=65534) # the files stay root's
    else
      drop=(setpriv --reuid=65534 --regid=65534 --clear-groups) # the folders must be reachable by "nobody"
      chown -R 65534:65534 "$data"
    fi
  fi

  local jit='' jdk heap=${ES_HEAP:-512m} wait_s=${ES_WAIT:-300}
  [[ ${ES_JIT:-c1} == c1 ]] && jit=-XX:TieredStopAtLevel=1
  jdk=${ES_JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}
  unset JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS
  export ES_PATH_CONF=$data/conf ES_TMPDIR=$data/tmp
  export ES_JAVA_OPTS="-Xms$heap -Xmx$heap -XX:-AlwaysPreTouch $jit"
  cd "$home"
  # Elasticsearch's own launcher, as a daemon: it returns when the node has started.
  if ! timeout "$wait_s" ${drop[@]+"${drop[@]}"} "$jdk/bin/java" -Xms4m -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -Dcli.name=server -Dcli.script="$home/bin/elasticsearch" -Dcli.libs=lib/tools/server-cli \
    -Des.path.home="$home" -Des.path.conf="$data/conf" -Des.distribution.type=zip -Des.java.type=ES_JAVA_HOME \
    -cp "$home/lib/*:$home/lib/cli-launcher/*" org.elasticsearch.launcher.CliToolLauncher \
    -d -p "$data/$pid_file" >"$data/logs/start.out" 2>&1 </dev/null; then
    tail -n 20 "$data/logs/start.out" >&2
    die 'it did not start.' "Details: $data/logs"
  fi
  for ((i = 0; i < wait_s; i++)); do
    if curl -sf -o /dev/null "$url/_cluster/health?wait_for_status=yellow&timeout=5s"; then
      echo "$name: $url ready, pid $(pid)"
      return
    fi
    pid >/dev/null || die 'it ended again.' "Details: $data/logs"
    sleep 1
  done
  die "not healthy within $wait_s s." "Details: $data/logs"
}

url() { echo "http://127.0.0.1:$(sed -n 's/^http.port: //p' "$data/conf/elasticsearch.yml")"; }

main "$@"
