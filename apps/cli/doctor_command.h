// `galley doctor`: what is found where, what is wrong, what to do.
#ifndef GALLEY_APPS_CLI_DOCTOR_COMMAND_H_
#define GALLEY_APPS_CLI_DOCTOR_COMMAND_H_

#include "command_line.h"

namespace galley::cli {

Command DoctorCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_DOCTOR_COMMAND_H_
