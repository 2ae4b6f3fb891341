// A user's own kernel over our fields: GLSL with the declarations of shaders/, compiled when it is first run.
#include <pybind11/stl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <list>
#include <map>
#include <mutex>
#include <variant>

#include "base/error.hpp"
#include "core/arrays.hpp"
#include "core/bind.hpp"
#include "core/fields.hpp"
#include "field/texels.hpp"
#include "gpu/shader.hpp"
#include "spirv/compiler.hpp"
#include "spirv/pack.hpp"
#include "spirv/variants.hpp"

namespace glueball::python {
namespace {

/// Numbers at each site, a multiple of four, in both parities.
class SiteField {
 public:
  SiteField(LatticePointer lattice, int reals) : lattice_(std::move(lattice)), reals_(reals) {
    if (reals < 4 || reals > 256 || reals % 4 != 0)
      throw Error(ErrorKind::bad_value, "a field of " + std::to_string(reals) + " numbers a site",
                  "give a multiple of 4 up to 256");
    if ((*lattice_)->in_half())
      throw Error(ErrorKind::bad_value, "a field of plain numbers in half precision",
                  "make the lattice in single or double");
    const DeviceLock lock(lattice_->device());
    for (auto& half : halves_) half = std::make_unique<Field>(**lattice_, std::uint32_t(reals / 4));
  }
  ~SiteField() {
    use_or_leave(lattice_->device(),
                 [lattice = lattice_, even = std::shared_ptr<Field>(std::move(halves_[0])),
                  odd = std::shared_ptr<Field>(std::move(halves_[1]))]() mutable {
                   even.reset();
                   odd.reset();
                 });
  }
  SiteField(const SiteField&) = delete;
  SiteField& operator=(const SiteField&) = delete;

  Field& half(Parity p) { return *halves_[std::size_t(p)]; }
  Lattice& lattice() { return *lattice_; }
  const LatticePointer& lattice_pointer() { return lattice_; }
  int reals() const { return reals_; }

 private:
  LatticePointer lattice_;
  int reals_;
  std::array<std::unique_ptr<Field>, 2> halves_;
};
using SiteFieldPointer = std::shared_ptr<SiteField>;

using RealArray = py::array_t<double, py::array::c_style | py::array::forcecast>;

RealArray numbers_of(SiteField& field) {
  const Geometry& g = field.lattice()->geometry();
  const auto planes = std::size_t(field.reals() / 4);
  RealArray array(site_shape(g, {field.reals()}));
  double* const to = array.mutable_data();
  const DeviceLock lock(field.lattice().device());
  in_precision(field.half(Parity::even).format(), [&](auto real) {
    for (const Parity parity : kParities) {
      const auto texels = fetch<decltype(real)>(field.half(parity));
      for (std::size_t n = 0; n < g.half_volume(); ++n) {
        double* const site = to + g.index(g.half_site(parity, n)) * planes * 4;
        for (std::size_t p = 0; p < planes; ++p)
          std::copy_n(texels[p * g.half_volume() + n].begin(), 4, site + 4 * p);
      }
    }
  });
  return array;
}

void put_numbers(SiteField& field, const RealArray& array) {
  const Geometry& g = field.lattice()->geometry();
  const auto wanted = site_shape(g, {field.reals()});
  if (std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()) != wanted)
    throw Error(ErrorKind::bad_value, "numbers of another shape than the field has",
                "give an array (T, Z, Y, X, " + std::to_string(field.reals()) + ")");
  const auto planes = std::size_t(field.reals() / 4);
  const double* const from = array.data();
  const DeviceLock lock(field.lattice().device());
  in_precision(field.half(Parity::even).format(), [&](auto real) {
    using Real = decltype(real);
    for (const Parity parity : kParities) {
      Texels<Real> texels(planes * g.half_volume());
      for (std::size_t n = 0; n < g.half_volume(); ++n) {
        const double* const site = from + g.index(g.half_site(parity, n)) * planes * 4;
        for (std::size_t p = 0; p < planes; ++p)
          for (std::size_t k = 0; k < 4; ++k) texels[p * g.half_volume() + n][k] = Real(site[4 * p + k]);
      }
      send<Real>(texels, field.half(parity));
    }
  });
}

/// Modules that were compiled, which live as long as the program: pipelines go by the addresses of names.
const std::string& registered(const std::vector<std::uint32_t>& words) {
  static std::mutex mutex;
  static std::list<std::string> names;
  static std::list<std::vector<std::byte>> packs;
  const std::lock_guard lock(mutex);
  const std::string& name = names.emplace_back("user/kernel" + std::to_string(names.size()));
  packs.push_back(spirv::pack_of(std::vector{spirv::NamedModule{name, words}}));
  gpu::register_shaders({packs.back()});
  return name;
}

/// Compiles a text as a file of shaders/ is, with errors that call it "kernel".
std::vector<std::uint32_t> compiled(const std::string& text, const std::string& root,
                                    const std::string& blob) {
  namespace fs = std::filesystem;
  static std::atomic<int> count = 0;
  const fs::path folder =
      fs::temp_directory_path() / ("glueball-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
  fs::create_directories(folder);
  const fs::path file = folder / "kernel";
  std::ofstream(file) << text;
  try {
    auto words = spirv::compile_spirv(file, {root}, spirv::variant_macros(blob)).words;
    fs::remove_all(folder);
    return words;
  } catch (const Error& error) {
    fs::remove_all(folder);
    std::string what = error.message();
    for (std::size_t at; (at = what.find(folder.string() + "/")) != std::string::npos;)
      what.erase(at, folder.string().size() + 1);
    throw Error(ErrorKind::bad_value, what, "");
  }
}

using AnyField = std::variant<LinksPointer, SpinorsPointer, SiteFieldPointer>;

/// What a kernel is to bind in a slot.
struct Bound {
  std::uint32_t slot;
  AnyField field;
  bool there;  ///< the sites of the other parity
  gpu::Access access;
};

class Kernel {
 public:
  Kernel(std::string text, std::string root) : text_(std::move(text)), root_(std::move(root)) {}

  void run(const LatticePointer& lattice,
           const std::vector<std::tuple<std::uint32_t, AnyField, bool, std::string>>& given) {
    std::vector<Bound> bound;
    for (const auto& [slot, field, there, access] : given)
      bound.push_back({slot, field, there,
                       access == "IN"    ? gpu::Access::in
                       : access == "OUT" ? gpu::Access::out
                                         : gpu::Access::inout});
    const DeviceLock lock(lattice->device());
    for (const Bound& b : bound) require_here(*lattice, b);
    gpu::Pipeline& pipeline = (*lattice)->pipeline(name_for(**lattice), Shape::sites, 0);
    require_declared(pipeline.info, bound);
    for (const Parity parity : kParities) {
      std::vector<gpu::Binding> bindings;
      const auto put = [&](std::uint32_t slot, gpu::Memory& memory, gpu::Access access) {
        if (bindings.size() <= slot) bindings.resize(slot + 1);
        bindings[slot] = {&memory, access};
      };
      for (const Bound& b : bound) {
        const Field& half = half_of(b, b.there ? other(parity) : parity);
        for (std::uint32_t n = 0; n < half.pieces(); ++n) put(b.slot + 8 * n, *half.piece(n), b.access);
      }
      const std::uint32_t argument = std::uint32_t(parity);
      const auto bytes = std::as_bytes(std::span(&argument, 1));
      lattice->device().gpu().stream().dispatch(pipeline, bindings,
                                                pipeline.info.argument_bytes == 0 ? bytes.first(0) : bytes,
                                                (*lattice)->grid(Shape::sites).count());
    }
    lattice->device().gpu().stream().finish();
  }

 private:
  static const Field& half_of(const Bound& b, Parity parity) {
    if (const auto* links = std::get_if<LinksPointer>(&b.field)) return (***links)[parity];
    if (const auto* spinors = std::get_if<SpinorsPointer>(&b.field)) return (***spinors)[parity];
    return std::get<SiteFieldPointer>(b.field)->half(parity);
  }
  static void require_here(Lattice& lattice, const Bound& b) {
    const Field& half = half_of(b, Parity::even);
    if (&half.lattice() != &*lattice)
      throw Error(ErrorKind::bad_value, "the fields of a kernel are on several lattices",
                  "take those of one");
  }
  /// What the compiler left of the kernel's declarations is given, as it is used.
  static void require_declared(const spirv::ModuleInfo& info, const std::vector<Bound>& bound) {
    for (const spirv::ModuleBinding& binding : info.bindings) {
      const auto given = std::find_if(bound.begin(), bound.end(),
                                      [&](const Bound& b) { return b.slot == binding.slot % 8; });
      if (given == bound.end())
        throw Error(
            ErrorKind::bad_value,
            "the kernel binds slot " + std::to_string(binding.slot) + ", for which no field is declared",
            "declare it by a line such as FIELD_IN(0, f)");
      if (binding.access != given->access && given->access != gpu::Access::inout)
        throw Error(ErrorKind::bad_value,
                    "the kernel uses slot " + std::to_string(binding.slot) + " otherwise than it is declared",
                    "declare it as INOUT");
    }
    if (info.argument_bytes > 4)
      throw Error(ErrorKind::bad_value, "the kernel takes arguments that nobody gives",
                  "write numbers into its text; the parity is all it is told");
  }
  const std::string& name_for(const DeviceLattice& lattice) {
    const std::string blob =
        "user/kernel." + std::string(to_string(lattice.options().storage)) +
        (lattice.precision() == gpu::Precision::single ? ""
                                                       : "." + std::string(to_string(lattice.precision()))) +
        "." + std::string(to_string(lattice.options().accumulator));
    const std::lock_guard lock(mutex_);
    const auto found = names_.find(blob);
    if (found != names_.end()) return *found->second;
    const std::string& name = registered(compiled(text_, root_, blob));
    names_.emplace(blob, &name);
    return name;
  }

  std::string text_, root_;
  std::mutex mutex_;
  std::map<std::string, const std::string*> names_;  ///< by variant
};

}  // namespace

void bind_kernels(py::module_& m) {
  py::class_<SiteField, SiteFieldPointer>(m, "SiteField")
      .def(py::init<LatticePointer, int>())
      .def_property_readonly("lattice", &SiteField::lattice_pointer)
      .def_property_readonly("reals", &SiteField::reals)
      .def("numbers", &numbers_of)
      .def("put", &put_numbers);
  py::class_<Kernel>(m, "Kernel").def(py::init<std::string, std::string>()).def("run", &Kernel::run);
}

}  // namespace glueball::python
