#!/bin/sh
# Removes the box. Run it as root.
#   /opt/box/package/uninstall.sh [--purge]     --purge also deletes its data and settings
set -eu

ROOT=${BOX_ROOT:-}

[ "$(id -u)" -eq 0 ] || [ -n "$ROOT" ] || {
  echo "uninstall.sh: run it as root, for example with sudo" >&2
  exit 1
}

if [ -d "$ROOT/run/systemd/system" ]; then
  systemctl disable --now --quiet box-update.path box.service || true
  for unit in box.service box-update.service box-update.path; do
    rm -f "$ROOT/etc/systemd/system/$unit"
  done
  systemctl daemon-reload
fi
if [ -x "$ROOT/opt/box/package/port-53" ]; then "$ROOT/opt/box/package/port-53" restore; fi
if [ "$(readlink "$ROOT/usr/local/bin/box" || true)" = /opt/box/current/box ]; then
  rm -f "$ROOT/usr/local/bin/box"
fi
rm -rf "$ROOT/opt/box"
rm -rf "$ROOT/var/cache/box" "$ROOT/var/cache/box-update"

if [ "${1:-}" = --purge ]; then
  rm -rf "$ROOT/var/lib/box" "$ROOT/etc/box"
  if [ -z "$ROOT" ] && getent passwd box > /dev/null; then userdel box; fi
  echo "The box, its data and its settings are removed."
else
  echo "The box is removed. Its data stays in /var/lib/box, its settings in /etc/box."
fi
