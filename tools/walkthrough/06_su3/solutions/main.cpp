// Solutions of the exercises of chapter 6.
#include "../../chapter.hpp"
#include "../on_cpu.hpp"

glueball::gpu::ShaderPack walkthrough_06_su3_solutions_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;
using on_cpu::Stored;

constexpr std::uint32_t kMatrices = 4097, kPairs = kMatrices - 1, kGroup = 64;

Matrix3 exponential(const Matrix3& u) {
  Matrix3 a = 0.5 * (u - adjoint(u)), sum = Matrix3::identity(), term = sum;
  a -= Complex(0, trace(u).imag() / 3) * Matrix3::identity();
  for (int n = 1; n <= 30; ++n) sum += term = (1.0 / n) * (term * a);
  return sum;
}

bool solve(gpu::Device& device) {
  std::vector<Matrix3> cpu;
  std::vector<Stored> stored;
  for (std::uint32_t i = 0; i < kMatrices; ++i) {
    cpu.push_back(on_cpu::haar(i));
    stored.emplace_back();
    for (int k = 0; k < 6; ++k) {
      const Complex z = cpu.back()[k / 3][std::size_t(k % 3)];
      stored.back()[std::size_t(2 * k)] = float(z.real()),
                                    stored.back()[std::size_t(2 * k + 1)] = float(z.imag());
    }
  }
  const auto u = chapter::buffer_of(device, stored),
             result = device.allocate({.bytes = kPairs * sizeof(Stored)});

  chapter::Shader(device, "06_su3/solutions/exponential", kGroup)(kPairs, {in(u), out(result)});
  auto got = chapter::values_of<Stored>(device, *result);
  double error = 0, off_group = 0;
  for (std::uint32_t i = 0; i < kPairs; ++i) {
    error = std::max(error, on_cpu::distance(on_cpu::load(got[i]), exponential(cpu[i])));
    off_group = std::max(off_group, unitarity_deviation(on_cpu::load(got[i])));
  }
  bool good =
      chapter::agrees(1, fmt::format("exp(i h) in SU(3) to 1e-5: {}", off_group < 1e-5 ? "yes" : "no"),
                      error < 1e-5 && off_group < 1e-5);

  chapter::Shader(device, "06_su3/solutions/turn", kGroup)(kPairs, {in(u), out(result)});
  got = chapter::values_of<Stored>(device, *result);
  double trace_changed = 0;
  error = 0;
  for (std::uint32_t i = 0; i < kPairs; ++i) {
    error =
        std::max(error, on_cpu::distance(on_cpu::load(got[i]), cpu[i + 1] * cpu[i] * adjoint(cpu[i + 1])));
    trace_changed = std::max(trace_changed, std::abs(trace(on_cpu::load(got[i])) - trace(cpu[i])));
  }
  good &=
      chapter::agrees(2, fmt::format("Tr(v u v^+) = Tr u to 1e-5: {}", trace_changed < 1e-5 ? "yes" : "no"),
                      error < 1e-5 && trace_changed < 1e-5);

  const auto moments = device.allocate({.bytes = kMatrices * sizeof(std::array<float, 2>)});
  chapter::Shader(device, "06_su3/solutions/moments", kGroup)(kMatrices, {in(u), out(moments)});
  double second = 0, fourth = 0, exact = 0;
  for (const auto& [a, b] : chapter::values_of<std::array<float, 2>>(device, *moments))
    second += a / kMatrices, fourth += b / kMatrices;
  for (const Matrix3& m : cpu) exact += std::norm(m[0][0]) * std::norm(m[0][0]) / kMatrices;
  return chapter::agrees(3, fmt::format("<|u_11|^2> = {:.3f}, <|u_11|^4> = {:.3f}", second, fourth),
                         std::abs(fourth - exact) < 1e-6) &&
         good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("06_su3", walkthrough_06_su3_solutions_shaders(), argc, argv, solve);
}
