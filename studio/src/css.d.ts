declare module '*.css';
declare const RELOADS: boolean;
