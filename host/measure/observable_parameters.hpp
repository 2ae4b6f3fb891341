// The parameters of observables by name: "condensate:action=hisq,mass=0.06/0.08,vectors=12".
//
// Observables parse parameters by place, "condensate:hisq:0.06/0.08:12", the form of the version before and
// of names in records. Named parameters are brought into that form first.
#pragma once

#include <string>
#include <vector>

namespace glueball {

struct ObservableKind;

/// A parameter of an observable, in the order of places.
struct ObservableParameter {
  /// The content of its place if it is not given.
  enum class Absent {
    refused,   ///< it must be given
    nothing,   ///< no word: the next parameters stand in its place
    standard,  ///< its default
    last,      ///< there is no word for it, so that no later parameter can be given
  };

  std::string name;
  std::string value;  ///< its default for Absent::standard, otherwise what it is, for example "TIME"
  Absent absent = Absent::standard;
  std::string before = ":";  ///< what stands before its value: ":", "x" or ":p"
};

/// Returns the form of an observable for help: "charge[:field=clover][,time=TIME]".
std::string form_of(const ObservableKind& kind);

/// Returns a list of observables with parameters by place, which is returned as it is. Each observable may
/// end in @STEPS. Throws Error(bad_value) for a parameter that the observable does not have (naming the most
/// similar), is given twice, or is missing.
std::string by_place(const std::string& list);

}  // namespace glueball
