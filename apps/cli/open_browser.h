// Opening an address in the browser that somebody prefers.
#ifndef GALLEY_APPS_CLI_OPEN_BROWSER_H_
#define GALLEY_APPS_CLI_OPEN_BROWSER_H_

#include <string>

namespace galley::cli {

// Starts $BROWSER, else xdg-open, and does not wait for it.  Where there is none nothing
// happens: whoever calls has printed the address.
void OpenInBrowser(const std::string& address);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_OPEN_BROWSER_H_
