const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** A text as it stands in XML or HTML, also between double quotes. */
export const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (character) => ENTITIES[character]!);
