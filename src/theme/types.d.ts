/// <reference types="@docusaurus/theme-classic" />
/// <reference types="@docusaurus/plugin-content-docs" />
