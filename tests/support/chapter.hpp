// This is the check that every chapter of the walkthrough after the first must pass.
#pragma once

#include <string>

namespace glueball::test {

/// The program of a chapter ("03_sum") prints the first literal block of its page; the solutions of its
/// exercises print the second, on every device; it draws its picture; a device or a place for the picture
/// that is not there is one clear line. Skips where nothing can run it.
void check_chapter(const std::string& chapter);

}  // namespace glueball::test
