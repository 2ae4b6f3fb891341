// This compares the output that a chapter's page quotes with the output of the program.
#pragma once

#include <string>
#include <vector>

namespace glueball::test {

/// Returns the literal blocks (```text) of tools/walkthrough/<chapter>/README.md, in order.
std::vector<std::string> literal_blocks(const std::string& chapter);

/// Where the build has put a program of the walkthrough: "01_add" or "solutions/01_add".
std::string walkthrough_program(const std::string& name);

/// Returns the paragraphs: pieces between empty lines.
std::vector<std::string> paragraphs(const std::string& text);

/// Puts `*` for what differs from run to run and machine to machine: the figures of lines that begin with
/// "time", and the number and name of a device in a line "vulkan:0, NAME". Everything else is to be the same
/// to the letter.
std::string masked(const std::string& text);

}  // namespace glueball::test
