#!/bin/sh
# Installs the box from this folder, or replaces an older version. Run it as root.
#   ./install.sh [--force]     --force also goes back to an older version
set -eu

VERSION=@VERSION@
ROOT=${BOX_ROOT:-}
HERE=$(cd "$(dirname "$0")" && pwd)
RELEASES=$ROOT/opt/box/releases
CURRENT=$ROOT/opt/box/current

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

# Whether the first version is newer than the second.
is_newer() {
  [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | tail -n 1)" = "$1" ]
}

[ "$(id -u)" -eq 0 ] || [ -n "$ROOT" ] || fail "run it as root, for example with sudo"
[ ! -e "$ROOT/var/lib/dpkg/info/box.list" ] ||
  fail "the box is installed as a Debian package; upgrade it with apt"

installed=""
if [ -L "$CURRENT" ]; then installed=$(basename "$(readlink "$CURRENT")"); fi
if [ -n "$installed" ] && is_newer "$installed" "$VERSION" && [ "${1:-}" != --force ]; then
  fail "version $installed is installed and newer than $VERSION; its data cannot be read by the older one. --force goes back anyway"
fi

"$HERE/box" version > /dev/null 2>&1 ||
  fail "the program does not start on this machine; is this the archive for $(uname -m)?"

if [ -z "$ROOT" ] && ! getent passwd box > /dev/null; then
  useradd --system --user-group --home-dir /var/lib/box --no-create-home \
    --shell /usr/sbin/nologin --comment "The box, a DNS filter" box
fi

mkdir -p "$RELEASES/$VERSION" "$ROOT/usr/local/bin" "$ROOT/etc/box" "$ROOT/opt/box/update"
chmod 0755 "$ROOT/opt/box/update"
install -m 0755 "$HERE/box" "$RELEASES/$VERSION/box.new"
mv -f "$RELEASES/$VERSION/box.new" "$RELEASES/$VERSION/box"
# The units and keys of a version stay beside its program: updates put them in place with it.
for name in box.service box-update.service box-update.path update-keys; do
  install -m 0644 "$HERE/$name" "$RELEASES/$VERSION/$name"
done
for link in "$CURRENT" "$ROOT/opt/box/updater"; do
  ln -sfn "releases/$VERSION" "$link.new"
  mv -fT "$link.new" "$link"
done
ln -sfn /opt/box/current/box "$ROOT/usr/local/bin/box"
[ -e "$ROOT/etc/box/box.toml" ] || install -m 0640 "$HERE/box.toml" "$ROOT/etc/box/box.toml"
mkdir -p "$ROOT/opt/box/package"
install -m 0755 "$HERE/uninstall.sh" "$ROOT/opt/box/package/uninstall.sh"
install -m 0755 "$HERE/port-53" "$ROOT/opt/box/package/port-53"
install -m 0755 "$HERE/found-settings" "$ROOT/opt/box/package/found-settings"

if [ -z "$ROOT" ]; then
  chgrp box /etc/box/box.toml
  # Nothing below it: the user box can put links there, which root would follow.
  install -d -m 0700 -o box -g box /var/lib/box
  [ -e /var/lib/box/box.toml ] || [ -L /var/lib/box/box.toml ] ||
    ln -s /etc/box/box.toml /var/lib/box/box.toml
fi

# A household that had another filter is asked once whether it wants to keep its settings.
if [ -z "$installed" ] && [ -n "$("$HERE/found-settings")" ]; then
  echo "The settings of another filter were found; the page, and 'box import', offer to take them over."
fi

# Versions before the one that was just replaced are not needed any more.
for old in "$RELEASES"/*; do
  name=$(basename "$old")
  if [ "$name" != "$VERSION" ] && [ "$name" != "$installed" ]; then rm -rf "$old"; fi
done

if [ -d "$ROOT/run/systemd/system" ]; then
  for unit in box.service box-update.service box-update.path; do
    install -m 0644 "$HERE/$unit" "$ROOT/etc/systemd/system/$unit"
  done
  systemctl daemon-reload
  systemctl enable --quiet box.service box-update.path
  systemctl restart box-update.path
  held=$("$HERE/port-53" status || true)
  if [ -n "$held" ]; then
    echo "Port 53 is in use by $(echo "$held" | tr '\n' ' ')"
    answer=no
    if [ -t 0 ]; then
      printf 'Let the box have it? Removing the box brings them back. [y/N] '
      read -r answer
    fi
    case $answer in
      y* | Y*) "$HERE/port-53" free ;;
      *) echo "/opt/box/package/port-53 free does it later." ;;
    esac
  fi
  systemctl restart box.service
  address=$(hostname -I 2> /dev/null | cut -d ' ' -f 1)
  echo "The box $VERSION runs. Open http://${address:-127.0.0.1}/ in a browser to set it up."
else
  echo "The box $VERSION is installed. Without systemd, start it as the user box:"
  echo "  box serve --data-dir /var/lib/box"
fi
