#include "io/gauge_source.hpp"

#include <stdexcept>
#include <string_view>

#include "io/ildg.hpp"
#include "io/lime.hpp"
#include "io/mdp.hpp"
#include "io/milc.hpp"
#include "io/nersc.hpp"
#include "io/openqcd.hpp"
#include "io/vogt.hpp"

namespace glueball::io {
namespace {

struct SourceFormat {
  bool (*recognises)(const InputFile&);
  std::unique_ptr<GaugeSource> (*open)(std::shared_ptr<const InputFile>, const ReadOptions&);
};

// Formats with a magic number come first; the last three are recognised by plausible headers.
constexpr SourceFormat kSourceFormats[] = {
    {is_lime, open_ildg},         {is_nersc, open_nersc},         {is_milc, open_milc},
    {is_mdp, open_mdp},           {looks_like_hirep, open_hirep}, {looks_like_openqcd, open_openqcd},
    {looks_like_vogt, open_vogt},
};

}  // namespace

GaugeSource::GaugeSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
                         const ReadOptions& options)
    : file_(std::move(file)),
      geometry_(geometry),
      header_(std::move(header)),
      options_(options),
      su3_(geometry, header_.precision) {}

void GaugeSource::read_slice(int t, std::span<Matrix3> links) {
  if (t != next_ || t >= geometry_.extent(3) || links.size() != links_per_slice())
    throw std::logic_error("GaugeSource: slices are read once each, in order and whole");
  read(t, links);
  su3_.add(links);
  ++next_;
}

void GaugeSource::finish(const AveragesOf& averages) {
  if (next_ != geometry_.extent(3)) throw std::logic_error("GaugeSource: finished before the last slice");
  verify_checksum();
  const auto &plaquette = header_.header_plaquette, &link_trace = header_.header_link_trace;
  if (tolerance_ > 0 && !options_.ignore_checksum && (plaquette || link_trace)) {
    const LinkAverages computed = averages();
    if (plaquette) check_average(*file_, "plaquette", *plaquette, computed.plaquette(), tolerance_, options_);
    if (link_trace)
      check_average(*file_, "link trace", *link_trace, computed.link_trace, tolerance_, options_);
  }
  // A catalogue's plaquette is verified even if there are checksums.
  if (header_.qcdml && header_.qcdml->plaquette && !options_.ignore_checksum)
    check_average(*file_, "QCDml avePlaquette", *header_.qcdml->plaquette, averages().plaquette(), 1e-5,
                  options_);
  if (!options_.allow_non_su3) su3_.finish(*file_);
  header_.not_su3 = su3_.fault();
}

std::unique_ptr<GaugeSource> open_source(const std::filesystem::path& path, const ReadOptions& options) {
  auto file = std::make_shared<const InputFile>(path);
  for (const SourceFormat& format : kSourceFormats)
    if (format.recognises(*file)) return format.open(std::move(file), options);
  constexpr std::string_view kHdf5 = "\x89HDF\r\n";
  if (file->size() >= kHdf5.size() && file->text_up_to(0, kHdf5.size()) == kHdf5)
    file->refuse("is HDF5, which holds results here and no configuration",
                 "give a file of ILDG, NERSC, MILC or openQCD, which most programs can write");
  file->refuse(
      file->size() == 0 ? "is empty" : "is of no known configuration format",
      "known are ILDG and SciDAC (LIME), NERSC, MILC, openQCD, HiRep, MDP (FermiQCD) and VOGT (cuLGT)");
}

LinkAverages stream(GaugeSource& source,
                    const std::function<void(int t, std::span<const Matrix3> links)>& visit) {
  SliceAverages averages(source.geometry());
  std::vector<Matrix3> slice(source.links_per_slice());
  for (int t = 0; t < source.geometry().extent(3); ++t) {
    source.read_slice(t, slice);
    averages.add(slice);
    if (visit) visit(t, slice);
  }
  source.finish([&] { return averages.result(); });
  return averages.result();
}

}  // namespace glueball::io
