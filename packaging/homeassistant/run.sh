#!/bin/sh
# Starts the box with the options of the add-on.
set -eu

OPTIONS=${OPTIONS:-/data/options.json}
PROGRAM=${PROGRAM:-/usr/bin/box}
SOCKETS=${SOCKETS:-/proc/net/udp}

# An option as text, the entries of a list with commas.
option() {
  jq -r --arg name "$1" '.[$name] | if type == "array" then join(",") else . // "" end' "$OPTIONS"
}

# The addresses of this machine in the home, without the networks of its containers.
home_addresses() {
  ip -o -4 addr show scope global |
    awk '$2 !~ /^(docker|hassio|veth|br-)/ { sub("/.*", "", $4); print $4 }'
}

listen=""
addresses=$(option addresses | tr ',' ' ')
# The resolver of the system listens on 127.0.0.53, and a socket for all addresses collides with it.
if [ -z "$addresses" ] && grep -q ' 3500007F:0035 ' "$SOCKETS"; then
  addresses="127.0.0.1 $(home_addresses | tr '\n' ' ')"
fi
for address in $addresses; do
  case $address in
    *:*) address="[$address]" ;;
  esac
  listen="$listen${listen:+,}$address:53"
done

exec "$PROGRAM" serve --data-dir /data --dns-listen "${listen:-:53}" \
  --http-listen ":$(option http_port)" --https-listen ":$(option https_port)"
