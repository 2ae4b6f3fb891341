# shellcheck shell=bash
# Functions for tools/run and tools/test, which source this file: they install missing packages and build the release preset.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

packages=(
  g++ cmake ninja-build ccache git ca-certificates pkg-config
  libshaderc-dev spirv-tools spirv-headers libmimalloc-dev
  libvulkan-dev libvulkan1 mesa-vulkan-drivers
  libegl-dev libegl1 libegl-mesa0 libgl1-mesa-dri libgl-dev libglfw3-dev python3-glad
  libglm-dev doctest-dev libcli11-dev libboost-dev libeigen3-dev nlohmann-json3-dev libfmt-dev libpugixml-dev librandom123-dev
  libopenmpi-dev openmpi-bin
  pybind11-dev python3-dev python3-numpy python3-scipy python3-matplotlib
  zlib1g-dev libzstd-dev libpng-dev libwebp-dev libfftw3-dev libhdf5-dev libcairo2-dev fonts-dejavu-core libimgui-dev
  libstb-dev libx11-dev mkdocs dpkg-dev file
)
# tools/test installs these too.
test_packages=(clang-format vulkan-validationlayers python3-h5py mypy xvfb xauth xdotool chromium)
slow_test_packages=(clang-tidy doxygen lintian mmdebstrap podman)
needed_programs=(g++ cmake ninja glad)

note() { printf '== %s\n' "$*" >&2; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

is_debian() { [[ -r /etc/debian_version ]] && command -v dpkg-query apt-get >/dev/null 2>&1; }

missing_packages() {
  local package status
  for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $status == installed ]] || printf '%s\n' "$package"
  done
}

install_missing() {
  if ! is_debian; then
    local program absent=()
    for program in "${needed_programs[@]}"; do
      command -v "$program" >/dev/null 2>&1 || absent+=("$program")
    done
    if ((${#absent[@]})); then
      fail "this is no Debian: please install the programs ${absent[*]} (the Debian packages are: ${packages[*]})"
    fi
    note "this is no Debian: the libraries must be there already"
    return
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  if ((${#missing[@]} == 0)); then
    return
  fi
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null 2>&1 || fail "not root and no sudo; please install: ${missing[*]}"
    as_root=(sudo)
  fi
  note "installing ${#missing[@]} packages: ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update >&2 ||
    note "apt-get update failed: going on with the lists of packages that are there"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}" \
    >&2 || fail "apt-get could not install: ${missing[*]}"
}

# Succeeds if the build directory $1 was configured for this tree. That of a copied tree builds the original's sources.
configured_here() {
  [[ -f $1/build.ninja ]] || return 1
  local source
  source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2>/dev/null) || return 1
  [[ -n $source && $source -ef $root ]]
}

# Waits for another script that builds in the directory $1. Descriptor 8 holds the lock until done_building.
begin_building() {
  command -v flock >/dev/null || fail "flock is missing (Debian package: util-linux)"
  exec 8<"$1"
  if flock -n 8; then return; fi
  note "waiting for another build in $1"
  flock 8
}
done_building() { exec 8<&-; }

# build_release TARGET...: configures (the first time, or if the build directory is another tree's) and builds the targets,
# one script at a time. The logs are build/release/*.log, which are shown after a failure.
build_release() {
  local build=$root/build/release
  mkdir -p "$build"
  begin_building "$build"
  if ! configured_here "$build"; then
    note "configuring build/release"
    (cd "$root" && cmake --fresh --preset release) >"$build/configure.log" 2>&1 || {
      cat "$build/configure.log" >&2
      fail "configuring failed; on Debian the packages are: ${packages[*]}"
    }
  fi
  note "building $* in build/release (the first time takes some minutes)"
  if [[ -t 2 ]]; then
    ninja -C "$build" "$@" >&2 || fail "the build failed"
  else
    ninja -C "$build" "$@" >"$build/build.log" 2>&1 || {
      grep -vE '^\[[0-9]+/[0-9]+\]' "$build/build.log" >&2 || true
      fail "the build failed; all of it is in build/release/build.log"
    }
  fi
  done_building
}
