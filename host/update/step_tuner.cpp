#include "update/step_tuner.hpp"

#include <algorithm>
#include <cmath>

namespace glueball {
namespace {

constexpr double kMostSteps = 10000;

}  // namespace

StepTuner::StepTuner(int steps, double target) : target_(target), log_steps_(std::log(double(steps))) {}

void StepTuner::learn(double delta_h) {
  ++learned_;
  const double acceptance = std::min(1.0, std::exp(-delta_h)), gain = 1.5 / std::pow(double(learned_), 0.6);
  log_steps_ += std::min(gain * (target_ - acceptance), std::log(2.0));
  log_steps_ = std::clamp(log_steps_, 0.0, std::log(kMostSteps));
}

int StepTuner::steps() const { return int(std::lround(std::exp(log_steps_))); }

}  // namespace glueball
