// Loader: where templates that other templates name come from.
#ifndef GALLEY_ENGINE_CODE_LOADER_H_
#define GALLEY_ENGINE_CODE_LOADER_H_

#include <string_view>

#include "engine/code/code.h"
#include "galley/result.h"

namespace galley {

class Loader {
 public:
  virtual ~Loader() = default;

  // The compiled template `name`, which lives as long as the loader.  Fails with
  // `template-not-found`, or for whatever is wrong with the template.
  virtual Result<const Unit*> Load(std::string_view name) = 0;

  // Whether Load fails with `template-not-found`.  Cheap, whatever there is to load:
  // a template may ask for what is missing in a loop.
  virtual bool IsMissing(std::string_view name) = 0;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_LOADER_H_
