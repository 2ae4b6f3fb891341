#include "io/hdf5_file.hpp"

#include "base/load_library.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5_content.hpp"

namespace glueball::io {
namespace {

constexpr int kTimesWriting = 20;
constexpr std::chrono::seconds kBetweenSyncs{60};

const Hdf5Library& hdf5_library() {
  static const Hdf5Library loaded =
      load_function<Hdf5Library()>("libglueball_hdf5.so", "glueball_hdf5_library", "HDF5 cannot be loaded",
                                   "install HDF5, and put libglueball_hdf5.so beside the program")();
  return loaded;
}

}  // namespace

Hdf5File::Hdf5File(std::filesystem::path path, bool force)
    : path_(std::move(path)), force_(force), content_(hdf5_library().make(path_.string())) {
  const AtomicFile writable(path_, force);
}

Hdf5File::~Hdf5File() {
  if (!dirty_ || held_) return;
  try {
    write();
  } catch (const std::exception&) {  // the error that ends the program says why
  }
}

void Hdf5File::set(const std::string& group, const Hdf5Attribute& attribute) {
  content_->set(group, attribute);
}

void Hdf5File::put(const std::string& group, const Hdf5Column& array) {
  content_->put(group, array);
  dirty_ = true;
}

void Hdf5File::append(const std::string& group, const std::vector<Hdf5Column>& row) {
  content_->append(group, row);
  dirty_ = true;
  if (!held_ && Clock::now() - written_at_ > kTimesWriting * write_time_)
    write(Clock::now() - on_disk_at_ > kBetweenSyncs);
}

void Hdf5File::write(bool durable) {
  const auto begin = Clock::now();
  const std::vector<std::byte> bytes = content_->image();
  AtomicFile file(path_, force_);
  file.write(bytes);
  if (durable)
    file.commit();
  else
    file.commit_unsynced();
  force_ = true;  // the file is this run's own now
  const auto end = Clock::now();
  // The first row after a file was held is in it at once, as that of a new file is.
  written_at_ = held_ ? Clock::time_point{} : end;
  dirty_ = held_ = false;
  if (durable) on_disk_at_ = end;
  write_time_ = end - begin;
}

std::optional<std::string> hdf5_root_attribute(const std::filesystem::path& path, const std::string& name) {
  return hdf5_library().root_attribute(path.string(), name);
}

}  // namespace glueball::io
