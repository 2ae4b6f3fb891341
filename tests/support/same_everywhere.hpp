// This tests a chapter whose program prints the same on every device, to the letter.
#pragma once

#include <string>

namespace glueball::test {

/// The page's first block is what the program prints, its second what the solutions print; times are masked.
/// The programs check the GPU against the CPU themselves and say so by their exit status.
/// The program also draws the picture that its page shows.
void check_same_everywhere(const std::string& chapter);

/// Checks the file that a program has drawn, and the size of the picture that the page of its chapter shows.
void check_picture(const std::string& chapter, const std::string& drawn);

/// A picture that cannot be written is one line on stderr and exit status 2, before all else.
void check_unwritable_picture(const std::string& chapter);

/// A device that is not there is one line on stderr and exit status 4.
void check_missing_device(const std::string& chapter);

}  // namespace glueball::test
