# shellcheck shell=bash
# Shared by tools/run and tools/test: installs what is missing and builds the release preset. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

packages=(
  g++ cmake ninja-build ccache git ca-certificates pkg-config
  libshaderc-dev spirv-tools libmimalloc-dev
  libvulkan-dev libvulkan1 vulkan-validationlayers mesa-vulkan-drivers
  libegl-dev libegl1 libegl-mesa0 libgl1-mesa-dri libgl-dev libglfw3-dev python3-glad
  libglm-dev doctest-dev libcli11-dev libboost-dev libeigen3-dev nlohmann-json3-dev libfmt-dev libpugixml-dev librandom123-dev
  libopenmpi-dev openmpi-bin
  zlib1g-dev libzstd-dev libpng-dev libwebp-dev libfftw3-dev libhdf5-dev libcairo2-dev fonts-dejavu-core libimgui-dev libstb-dev libx11-dev xvfb xauth xdotool
)
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
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}" \
    >&2 || fail "apt-get could not install: ${missing[*]}"
}

# build_release TARGET...: configures (the first time, or when the preset fails to be there) and builds these targets. The
# logs go to build/release/*.log; on a failure they are shown.
build_release() {
  local build=$root/build/release
  mkdir -p "$build"
  if [[ ! -f $build/build.ninja ]]; then
    note "configuring build/release"
    (cd "$root" && cmake --preset release) >"$build/configure.log" 2>&1 || {
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
}
