// QCDml documents of a chain's configurations and of its ensemble, for catalogues.
#include "app/ranks.hpp"
#include "chain_command.hpp"
#include "run/ensemble_actions.hpp"
#include "run/named_values.hpp"

namespace glueball::app {

void ChainCommand::describe_ensemble() {
  if (!world().first()) return;
  try {
    io::QcdmlEnsemble ensemble = ensemble_actions(chain_->monomials(), chain_->boundary());
    ensemble.extents = chain_->lattice().geometry().whole().extents();
    const bool hmc = kind_.command == "hmc";
    ensemble.algorithm = hmc ? "HMC" : "heatbath";
    ensemble.reference = hmc ? "Phys. Lett. B195 (1987) 216" : "Phys. Lett. B156 (1985) 393";
    ensemble.licence = o_.qcdml.licence;
    ensemble_ = io::qcdml_ensemble_xml(ensemble, o_.qcdml.origin());
  } catch (const Error& error) {
    warn("no " + directory_->ensemble().filename().string() + ": " + error.what());
  }
}

/// Writes the ensemble's document with the first configuration; an existing one is kept.
void ChainCommand::describe(int step, io::WriteOptions& write) const {
  io::QcdmlOrigin origin = o_.qcdml.origin();
  origin.update = std::to_string(step);
  origin.machine_type = setup_.info().name;
  origin.parameters = named_values(chain_->parameters());
  origin.parameters.emplace_back("seed", std::to_string(o_.seed));
  origin.lfn = o_.qcdml.logical_filename(directory_->configuration(step).filename().string());
  write.logical_filename = origin.lfn;
  write.qcdml = io::qcdml_xml(origin);
  if (!ensemble_.empty() && !std::filesystem::exists(directory_->ensemble()))
    write_file(directory_->ensemble(), ensemble_);
}

}  // namespace glueball::app
