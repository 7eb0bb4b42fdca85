// The Model Context Protocol on two file descriptors, one message a line.
#ifndef GALLEY_APPS_MCP_STDIO_H_
#define GALLEY_APPS_MCP_STDIO_H_

#include <cstdint>

#include "apps/mcp/server.h"
#include "galley/result.h"
#include "galley/workspace.h"

namespace galley::mcp {

// Answers until the end of `input`; what changes under the roots of the workspace is told
// in between.  A line longer than `longest` gets an error, and the loop goes on.  Where the
// reader of `output` goes away it ends in peace; the caller ignores SIGPIPE.
Result<void> ServeStdio(int input, int output, const Workspace& workspace,
                        const ServerOptions& options, uint64_t longest);

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_STDIO_H_
