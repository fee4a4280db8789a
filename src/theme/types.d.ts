/// <reference types="@docusaurus/theme-classic" />
/// <reference types="@docusaurus/plugin-content-docs" />

/** Is this the program that builds the book, and not the one in the page? */
declare const BUILDING: boolean;
