// Code as text for people, one line an instruction: `galley dump --stage code`.
#ifndef GALLEY_ENGINE_CODE_DISASSEMBLE_H_
#define GALLEY_ENGINE_CODE_DISASSEMBLE_H_

#include <string>

#include "engine/code/code.h"

namespace galley {

std::string Disassemble(const Unit& unit);

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_DISASSEMBLE_H_
