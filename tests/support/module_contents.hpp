// These functions search SPIR-V modules for patterns that drivers are slow at, or get wrong
// (docs/drivers.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace glueball::test {

/// Instructions of a module that make drivers spill or call, in words.
std::vector<std::string> slow_instructions(std::span<const std::uint32_t> words);

/// Maxima and minima of a number with itself: how spirv-opt 2023.1 shows that it has lost a component.
int empty_comparisons(std::span<const std::uint32_t> words);

/// Sums and differences of a module's floats, and how many of them are precise.
std::array<std::size_t, 2> sums_and_precise_ones(std::span<const std::uint32_t> words);

/// Functions with a loop in which something is precise: of what is unrolled there the copies would not be.
std::size_t precise_loops(std::span<const std::uint32_t> words);

/// Barriers of a workgroup, and those of them that stand in loops: in blocks that lead back to themselves.
std::size_t barriers_of(std::span<const std::uint32_t> words);
std::size_t barriers_in_loops(std::span<const std::uint32_t> words);

/// Vectors of doubles that are stored as they come from a change of sign, in one block.
std::size_t negated_stores(std::span<const std::uint32_t> words);

}  // namespace glueball::test
