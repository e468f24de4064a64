// Lets the types be checked where the package is not installed. With it installed, this file can go.
declare module 'sharp'
