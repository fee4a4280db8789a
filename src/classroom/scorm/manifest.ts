import { escapeXml } from '../../text/xml';

/** What the package tells the system about itself: one assignment, one page (SCORM 1.2 Content Aggregation Model §2.3). */
export const manifest = (id: string, title: string, files: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="in-flight-${escapeXml(id)}" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="in-flight">
    <organization identifier="in-flight">
      <title>${escapeXml(title)}</title>
      <item identifier="item" identifierref="assignment">
        <title>${escapeXml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="assignment" type="webcontent" adlcp:scormtype="sco" href="${files[0]}">
${files.map((file) => `      <file href="${file}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`;
