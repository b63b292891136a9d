#!/usr/bin/env bash
# Checks for the libraries and programs that Python packages cannot bring, and installs them where it may.
set -euo pipefail

# WeasyPrint draws with pango; without harfbuzz-subset a page takes four times as long, and nothing says so.
needed=(libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core)
# Tests read PDFs, drive a browser and start a Redis.
wanted=(poppler-utils chromium redis-server)

if ! command -v dpkg-query >/dev/null; then
  echo "This is not a Debian system. The product needs pango, harfbuzz (with harfbuzz-subset) and the DejaVu fonts;"
  echo "its tests use pdftotext (poppler), Chromium and Redis. Install them with your system's package manager."
  exit 0
fi

missing=()
for package in "${needed[@]}" "${wanted[@]}"; do
  case "$package" in
    chromium) command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing+=("$package") ;;
    redis-server) command -v redis-server >/dev/null || missing+=("$package") ;;
    *) [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package") ;;
  esac
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
  else
    echo "Please install what is missing:  sudo apt-get update && sudo apt-get install ${missing[*]}"
    echo "(chromium, redis-server and poppler-utils serve the tests only.)"
    exit 0
  fi
fi

echo "Installing ${missing[*]}"
# A machine's own Redis must not start by itself because of us: the tests start their own.
policy=/usr/sbin/policy-rc.d
made_policy=
if [ ! -e "$policy" ]; then
  made_policy=1
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod +x "$policy"
fi
trap '[ -z "$made_policy" ] || "${as_root[@]}" rm -f "$policy"' EXIT
log=$(mktemp)
if ! { "${as_root[@]}" apt-get update -qq &&
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
  >"$log" 2>&1 </dev/null; then
  tail -20 "$log"
  echo "They could not be installed. Please run:  apt-get update && apt-get install ${missing[*]}"
  exit 1
fi
rm -f "$log"
