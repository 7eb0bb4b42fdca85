// GALLEY_EXPORT marks what a program that links the shared library may use;
// everything else in the library is hidden.
#ifndef GALLEY_EXPORT_H_
#define GALLEY_EXPORT_H_

#define GALLEY_EXPORT [[gnu::visibility("default")]]

#endif  // GALLEY_EXPORT_H_
