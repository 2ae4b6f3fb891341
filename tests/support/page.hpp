// What a chapter's page says its program prints, held against what the program prints.
#pragma once

#include <string>
#include <vector>

namespace glueball::test {

/// The literal blocks (```text) of tools/walkthrough/<chapter>/README.md, in order.
std::vector<std::string> literal_blocks(const std::string& chapter);

/// Where the build has put a program of the walkthrough: "01_add" or "solutions/01_add".
std::string walkthrough_program(const std::string& name);

/// Paragraphs: pieces between empty lines.
std::vector<std::string> paragraphs(const std::string& text);

/// Puts `*` for what differs from run to run and machine to machine: the figures of lines that begin with
/// "time", and the number and name of a device in a line "vulkan:0, NAME". Everything else is to be the same
/// to the letter.
std::string masked(const std::string& text);

}  // namespace glueball::test
