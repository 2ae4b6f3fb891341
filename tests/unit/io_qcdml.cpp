// These tests write, read, check and carry over the catalogue's document in ILDG files.
#include "io/checksums.hpp"
#include "io/gauge_source.hpp"
#include "io/ildg.hpp"
#include "io/qcdml.hpp"
#include "io_samples.hpp"

namespace glueball::test::unit_io_qcdml {
namespace {

const io::ReadOptions kIgnore{.ignore_checksum = true};

Configuration sample() { return hot_configuration(Geometry({2, 4, 2, 4}), 11); }

/// Returns cksum as POSIX defines it: the bits of the bytes and of their number, divided by the polynomial
/// one by one.
std::uint32_t cksum_by_hand(std::string bytes) {
  for (std::size_t n = bytes.size(); n > 0; n >>= 8) bytes.push_back(char(n & 0xff));
  bytes.append(4, '\0');
  std::uint64_t rest = 0;
  for (const char byte : bytes)
    for (int bit = 7; bit >= 0; --bit) {
      rest = rest << 1 | (std::uint8_t(byte) >> bit & 1u);
      if (rest >> 32) rest ^= 0x104C11DB7u;
    }
  return ~std::uint32_t(rest);
}

io::QcdmlOrigin origin() {
  io::QcdmlOrigin o;
  o.ensemble = "mc://grid/us/b5.7?a=1&b=2";
  o.series = "2a";
  o.update = "120";
  o.lfn = "lfn://grid/us/b5.7/120";
  o.participant = "A < B & \"C\" > 'D'";
  o.institution = "Universit\xc3\xa4t ]]> X";
  o.machine = "m";
  o.machine_type = "t";
  o.code = "glueball";
  o.code_version = "1";
  o.code_date = o.date = "2026-01-02T03:04:05Z";
  o.parameters = {{"beta", "5.7"}, {"seed", "7"}};
  return o;
}

/// Returns a document of version 1.3 as other programs write it; `average` and `crc` are as found there.
std::string version_1_3(const std::string& average, const std::string& crc, const std::string& prefix = "") {
  std::string xml =
      "\n<?xml version=\"1.0\"?>\n<%gaugeConfiguration xmlns" + (prefix.empty() ? "" : ":" + prefix) +
      "=\"http://www.lqcd.org/ildg/QCDml/config1.3\"><%management><%reference>kept</"
      "%reference>\n<%crcCheckSum> " +
      crc +
      "\n</%crcCheckSum><%archiveHistory/></%management><%precision>double</%precision><!-- kept too -->"
      "<%markovStep><%markovChainURI>mc://g/e</%markovChainURI><%series>1</%series><%update>40</"
      "%update><%avePlaquette> " +
      average + " </%avePlaquette><%dataLFN>lfn://g/e/40</%dataLFN></%markovStep></%gaugeConfiguration>";
  for (auto at = xml.find('%'); at != xml.npos; at = xml.find('%', at))
    xml.replace(at, 1, prefix.empty() ? "" : prefix + ":");
  return xml;
}

/// A file without a checksum that holds the document in a record of that type.
void put_with(const std::filesystem::path& path, const Configuration& u, const std::string& type,
              const std::string& document) {
  const std::string format =
      "<f><field>su3gauge</field><precision>64</precision><lx>2</lx><ly>4</ly><lz>2</lz><lt>4</lt></f>";
  put(path, lime_sample(
                {{type, document}, {"ildg-format", format}, {"ildg-binary-data", big_endian_links(u, 64)}}));
}

std::string plaquette_text(const Configuration& u, double more = 0) {
  return std::to_string(plaquette_by_hand(u) + more);
}

TEST_SUITE("unit") {
  TEST_CASE("crcCheckSum is what cksum prints") {
    const std::string nine = "123456789";
    const auto bytes = std::as_bytes(std::span(nine));
    io::PosixChecksum whole, pieces;
    whole.add(bytes, 0);
    pieces.add(bytes.subspan(6), 6);
    CHECK_THROWS_AS(pieces.value(), std::logic_error);
    pieces.add(bytes.first(4), 0);
    pieces.add(bytes.subspan(4, 2), 4);
    CHECK(whole.value() == 930766865u);  // printf 123456789 | cksum
    CHECK(pieces.value() == whole.value());
    CHECK(cksum_by_hand(nine) == whole.value());
    CHECK(io::PosixChecksum().value() == 4294967295u);  // cksum /dev/null
  }

  TEST_CASE("a QCDml document is written with the sums of the links, and read back") {
    const Scratch scratch;
    const Configuration u = sample();
    for (const int precision : {32, 64}) {
      CAPTURE(precision);
      io::write_ildg(scratch / "u", u,
                     {.precision = precision,
                      .force = true,
                      .logical_filename = "lfn://other",
                      .qcdml = io::qcdml_xml(origin())});
      const auto file = io::read_configuration(scratch / "u");
      REQUIRE(file.qcdml);
      const io::Qcdml& said = *file.qcdml;
      CHECK(said.records == 1);
      CHECK(said.ensemble == "mc://grid/us/b5.7?a=1&b=2");
      CHECK(said.series == "2a");
      CHECK(said.update == "120");
      CHECK(said.lfn == "lfn://other");  // that of ildg-data-lfn
      CHECK(said.crc == std::to_string(cksum_by_hand(big_endian_links(u, precision))));
      CHECK(said.plaquette.value() == doctest::Approx(plaquette_by_hand(u)).epsilon(1e-6));
      CHECK(contains(said.xml, "xmlns=\"http://www.lqcd.org/ildg/QCDml/config2.0\""));
      CHECK(contains(said.xml, "<name>A &lt; B &amp; \"C\" &gt; 'D'</name>"));
      CHECK(contains(said.xml, "Universit\xc3\xa4t ]]&gt; X"));
      CHECK(contains(said.xml, "b5.7?a=1&amp;b=2"));
      CHECK(contains(said.xml, precision == 32 ? "<precision>single</" : "<precision>double</"));
      CHECK(contains(said.xml, "<field>su3gauge</field>"));
      // The schema demands this order.
      std::size_t at = 0;
      for (const char* element :
           {"dataLFN",        "management",     "archiveHistory", "archiveEvent",   "revision",
            "revisionAction", "participant",    "date",           "implementation", "machine",
            "machineType",    "code",           "version",        "algorithm",      "parameters",
            "precision",      "markovSequence", "markovChainURI", "series",         "markovStep",
            "update",         "record",         "field",          "crcCheckSum",    "avePlaquette"}) {
        CAPTURE(element);
        const auto next = said.xml.find(std::string("<") + element + ">", at);
        CHECK(next != said.xml.npos);
        at = next == said.xml.npos ? at : next;
      }
    }
  }

  TEST_CASE("documents of both versions are read under any record name and any prefix, and checked") {
    const Scratch scratch;
    const Configuration u = sample();
    const std::uint32_t crc = cksum_by_hand(big_endian_links(u, 64));
    char hexadecimal[9];
    std::snprintf(hexadecimal, sizeof hexadecimal, "%08x", crc);
    for (const char* prefix : {"", "q"})
      for (const std::string& sum :
           {std::to_string(crc), std::string(hexadecimal), std::string("not-computed")}) {
        CAPTURE(sum);
        put_with(scratch / "u", u, "my-QCDml.document", version_1_3(plaquette_text(u), sum, prefix));
        const auto file = io::read_configuration(scratch / "u");
        REQUIRE(file.qcdml);
        CHECK(file.qcdml->ensemble == "mc://g/e");
        CHECK(file.qcdml->series == "1");
        CHECK(file.qcdml->update == "40");
        CHECK(file.qcdml->lfn == "lfn://g/e/40");
        CHECK(file.qcdml->crc == sum);
        CHECK(file.configuration.links() == u.links());
      }
    const auto refused = [&](const std::string& document, const char* says) {
      put_with(scratch / "u", u, "QCDML", document);
      CHECK(contains(refusal(scratch / "u"), says));
      CHECK(io::read_configuration(scratch / "u", kIgnore).configuration.links() == u.links());
    };
    refused(version_1_3(plaquette_text(u, 1e-3), std::to_string(crc)), "QCDml avePlaquette");
    refused(version_1_3("nan", std::to_string(crc)), "QCDml avePlaquette");
    refused(version_1_3(plaquette_text(u), std::to_string(crc + 1)), "QCDml checksum mismatch");
    // The document is of version 2.0, and a SciDAC checksum agrees besides.
    io::write_ildg(scratch / "v", u, {.qcdml = io::qcdml_xml(origin())});
    Bytes bytes = get(scratch / "v");
    const std::string text(bytes.begin(), bytes.end());
    const auto at = text.find("<avePlaquette>") + 17;
    bytes[at] = bytes[at] == '9' ? '8' : char(bytes[at] + 1);
    put(scratch / "v", bytes);
    CHECK(contains(refusal(scratch / "v"), "QCDml avePlaquette"));
  }

  TEST_CASE("damaged documents are refused unless checksums are ignored; those of ensembles are let be") {
    const Scratch scratch;
    const Configuration u = sample();
    const std::string good = version_1_3(plaquette_text(u), "x");
    for (const std::string& bad : {good.substr(0, good.size() / 2), good.substr(0, good.size() - 3),
                                   std::string(), std::string(200, '<'), version_1_3("0.5 or so", "x")}) {
      CAPTURE(bad);
      put_with(scratch / "u", u, "qcdml", bad);
      CHECK(contains(refusal(scratch / "u"), "QCDml document cannot be read"));
      const auto file = io::read_configuration(scratch / "u", kIgnore);
      CHECK_FALSE(file.qcdml);
      CHECK(file.configuration.links() == u.links());
    }
    put_with(scratch / "u", u, "qcdml-ensemble", "<markovChain><markovStep/></markovChain>");
    CHECK_FALSE(io::read_configuration(scratch / "u").qcdml);
    // An entity of a document type stays a word.
    const std::string entity = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>";
    auto with_entity = good.substr(good.find("<gauge"));
    with_entity.replace(with_entity.find("mc://g/e"), 8, "&b;");
    put_with(scratch / "u", u, "qcdml", entity + with_entity);
    CHECK(io::read_configuration(scratch / "u").qcdml->ensemble == "&b;");
  }

  TEST_CASE("a conversion carries the document over with the sums of the new file") {
    const Scratch scratch;
    const Configuration u = sample();
    put_with(scratch / "u", u, "qcdml", version_1_3(plaquette_text(u), "not-computed"));
    const auto source = io::open_source(scratch / "u");
    io::WriteOptions write = io::carried_over(source->header(), "ildg");
    write.precision = 32;
    io::write_ildg(scratch / "v", u, write);
    const auto file = io::read_configuration(scratch / "v");
    REQUIRE(file.qcdml);
    CHECK(file.qcdml->crc == std::to_string(cksum_by_hand(big_endian_links(u, 32))));
    CHECK(file.qcdml->lfn == "lfn://g/e/40");
    for (const char* kept : {"config1.3", "<reference>kept</reference>", "<!-- kept too -->", "single"})
      CHECK(contains(file.qcdml->xml, kept));
    CHECK(io::carried_over(source->header(), "nersc").qcdml == write.qcdml);  // which has no place for it
  }

  TEST_CASE("a document of many levels grows by no more than what is set in it") {
    const int levels = 20000;
    std::string xml = "<gaugeConfiguration><precision/>";
    for (int n = 0; n < levels; ++n) xml += "<a>";
    for (int n = 0; n < levels; ++n) xml += "</a>";
    xml += "</gaugeConfiguration>";
    CHECK(io::qcdml_with(xml, {}).size() < xml.size() + 100);
  }

  TEST_CASE("of several configurations in one document none is taken for the file's") {
    std::string xml = io::qcdml_xml(origin());
    const auto begin = xml.find("<markovStep>"), end = xml.find("</markovStep>") + 13;
    xml.insert(end, xml.substr(begin, end - begin));
    const auto said = io::parse_qcdml(xml);
    REQUIRE(said);
    CHECK(said->records == 2);
    CHECK(said->ensemble == origin().ensemble);
    CHECK(said->update.empty());
    CHECK(io::carried_over({.format = "ildg", .qcdml = *said}, "ildg").qcdml.empty());
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_qcdml
