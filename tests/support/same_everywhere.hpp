// This tests a chapter whose program prints the same on every device, to the letter.
#pragma once

#include <string>

namespace glueball::test {

/// The page's first block is what the program prints, its second what the solutions print; times are masked.
/// The programs check the GPU against the CPU themselves and say so by their exit status.
/// With `draws` the program writes the curve that its page shows.
void check_same_everywhere(const std::string& chapter, bool draws = false);

/// A picture that cannot be written is one line on stderr and exit status 2, before all else.
void check_unwritable_picture(const std::string& chapter);

/// A device that is not there is one line on stderr and exit status 4.
void check_missing_device(const std::string& chapter);

}  // namespace glueball::test
