# Writes the manual pages of the command: cmake -D command=... -D directory=... -P this
file(REMOVE_RECURSE ${directory})
file(MAKE_DIRECTORY ${directory})

function(write_page name)
  execute_process(COMMAND ${command} man ${ARGN} OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${directory}/${name}.1 "${page}")
endfunction()

execute_process(COMMAND ${command} man --list OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${names}" names)
string(REPLACE "\n" ";" names "${names}")
foreach(name IN LISTS names)
  write_page(galley-${name} ${name})
endforeach()
write_page(galley)
