// The values of a run's options, collected for its config.toml.
#pragma once

#include <string>
#include <vector>

namespace glueball::app {

/// The text of config.toml. It reproduces the run when given as --config.
class ConfigValues {
 public:
  explicit ConfigValues(std::string command) : command_(std::move(command)) {}

  /// Adds a line, under the name of its group if the line before is of another group.
  void add(const std::string& group, const std::string& key, const std::string& value);
  /// Adds a [[name]] with "key=value,key=value"; all tables follow the lines.
  void add_table(const std::string& name, const std::string& value);
  /// Sets the value that the program chose for a key. The key must have been added.
  void choose(const std::string& key, const std::string& value);

  std::string toml() const;

 private:
  struct Line {
    std::string group, key, text;
  };
  std::string command_;
  std::vector<Line> lines_;
  std::string tables_;
};

}  // namespace glueball::app
