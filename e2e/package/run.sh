#!/usr/bin/env bash
# Runs an archive on a bare machine: a minimal Debian without Node and without a network, whose files an ordinary user may
# read and not write, but for one folder. Before that, it installs, renews and removes the package of Debian that lies
# beside the archive. `e2e/package/run.sh ARCHIVE`, as root, on Debian.
set -euo pipefail
archive=$(readlink -f "$1")
set -- "$archive"
cd "$(dirname "$0")/../.."
NOT_TRIED='THE PACKAGE WAS NOT TRIED'
. e2e/tools/bare-debian.sh
if [ "${BARE_ROOT:-}" = '' ]; then within_namespaces "$@"; fi
trap 'exit 1' INT TERM # otherwise the first process of a namespace would ignore them

step() { printf '\n[package] %s (%s s)\n' "$*" "$SECONDS"; }

step 'A minimal Debian'
bare_debian
if chroot "$BARE_ROOT" sh -c 'command -v node'; then
  echo 'This machine is not bare: it has Node.' >&2
  exit 1
fi

unshare_network() { unshare --net sh -c 'ip link set lo up && exec "$@"' sh node_modules/.bin/node "$@"; }

step 'The package of Debian'
deb=${archive%.tar.gz}.deb
dpkg-deb --raw-extract "$deb" "$BARE_ROOT/newer"
sed -i 's/^Version: .*/&+newer/' "$BARE_ROOT/newer/DEBIAN/control"
dpkg-deb -Znone --build "$BARE_ROOT/newer" "$BARE_ROOT/newer.deb" >/dev/null
cp "$deb" "$BARE_ROOT/first.deb"
if command -v systemd-analyze >/dev/null; then
  systemd-analyze security --offline=true --threshold=20 "$BARE_ROOT/newer/usr/lib/systemd/system/baton.service" | tail -n 1
fi
rm -r "$BARE_ROOT/newer"
unshare_network e2e/package/debian.ts "$BARE_ROOT" /first.deb /newer.deb
rm "$BARE_ROOT"/*.deb

step 'The archive'
chroot "$BARE_ROOT" useradd newcomer
mkdir -p "$BARE_ROOT/opt" "$BARE_ROOT/data"
tar -xf "$archive" -C "$BARE_ROOT/opt"
installed=("$BARE_ROOT"/opt/*)
# An installation of its own, and an archive of another version, for the upgrade.
mkdir "$BARE_ROOT/place"
cp -a "${installed[0]}" "$BARE_ROOT/place/baton"
cp -a "${installed[0]}" "$BARE_ROOT/place/newer"
sed -i 's/"version": "[^"]*/&-newer/' "$BARE_ROOT/place/newer/package.json"
tar -I 'gzip -1' -cf "$BARE_ROOT/place/newer.tar.gz" -C "$BARE_ROOT/place" newer
rm -r "$BARE_ROOT/place/newer"
chroot "$BARE_ROOT" chown -R newcomer /place
mount --rbind "$BARE_ROOT" "$BARE_ROOT"
mount --bind "$BARE_ROOT/place" "$BARE_ROOT/place"
mount -t tmpfs tmpfs "$BARE_ROOT/data"
chroot "$BARE_ROOT" chown newcomer /data
mount -o remount,ro,bind "$BARE_ROOT"

step 'An ordinary user, and no network'
unshare_network e2e/package/loop.ts \
  "${installed[0]#"$BARE_ROOT"}/baton" chroot --userspec=newcomer:newcomer "$BARE_ROOT" /usr/bin/env -i
step 'Another version in its place'
unshare_network e2e/package/upgrade.ts /place/baton /place/newer.tar.gz \
  chroot --userspec=newcomer:newcomer "$BARE_ROOT" /usr/bin/env -i
step 'All of it works'
