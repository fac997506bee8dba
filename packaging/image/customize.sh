#!/bin/sh
# Runs in the new root: installs the box from its archive and enables what starts with the machine.
set -eu
archive=/root/box.tar.gz
folder=$(tar -tzf "$archive" | head -n 1 | cut -d / -f 1)
tar -xzf "$archive" -C /root
# The program is only unpacked here: running it under an emulator takes minutes.
BOX_UNPACK_ONLY=1 "/root/$folder/install.sh"
for unit in box.service box-update.service box-update.path; do
  install -m 0644 "/opt/box/current/$unit" "/etc/systemd/system/$unit"
done
rm -rf /root/box.tar.gz "/root/$folder" /root/.cache /var/cache/box

# The kind of installation, and a setting that spares the card.
mkdir -p /etc/box-image
cat >> /etc/box/box.toml <<'TOML'

# The query log and the statistics are written every 15 minutes, to spare the memory card. If the
# power fails, that much of them is lost. Delete the line to write every few seconds.
journal_flush = 15
TOML

systemctl enable box.service box-update.path box-image-grow.service box-image-setup.service \
  box-image-light.service systemd-networkd.service systemd-resolved.service \
  systemd-timesyncd.service wpa_supplicant@wlan0.service ssh.service
systemctl disable wpa_supplicant.service systemd-networkd-wait-online.service
ln -sf /run/systemd/resolve/resolv.conf /etc/resolv.conf
echo box > /etc/hostname
printf '127.0.0.1 localhost\n127.0.1.1 box\n::1 localhost ip6-localhost\n' > /etc/hosts
passwd --lock root

# The initramfs, once: the build keeps Debian's packages from making it.
for version in $(linux-version list); do
  update-initramfs -c -k "$version"
done

# The kernel and its command line on the boot partition, with the root partition of this image.
DEB_MAINT_PARAMS=configure /etc/kernel/postinst.d/z50-raspi-firmware
grep -q 'root=LABEL=box-root' /boot/firmware/cmdline.txt

# Each card makes its own.
: > /etc/machine-id
rm -f /etc/ssh/ssh_host_* /var/lib/dbus/machine-id /var/lib/systemd/random-seed
