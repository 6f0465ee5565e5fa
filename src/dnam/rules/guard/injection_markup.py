"""Marks that no statement carries, in any language: imitated turns, templates, tool output, modes, code."""

import re2

_MARKS = re2.Set.SearchSet()
for _mark in (
    # a turn of somebody who has a say: "System: …", "[ADMIN] …", "Developer note: …"
    r"(?i)(?:^|[\n.!?\]>|]\s*|[#*]+\s*)"
    r"(?:system|assistant|user|human|ai|developer|bot|admin(?:istrator)?|moderator|staff|operator|root)"
    r"(?:[ _-](?:prompt|message|note|notice|override|update|alert|log|instructions?|announcement|team"
    r"|here)){0,2}"
    r"(?: ?\([^)]{0,30}\))?\s*[:：>=]",
    r"(?i)(?:^|\n)\s*(?:role|content|function|tool|memory|status|priority)"
    r"(?:[_ ](?:result|output|call|response|update|entry)s?)?\s*[:=]\s*\S",
    r"<\s*[|｜]|[|｜]\s*>",
    r"(?i)<<\s*/?\s*SYS|\[\s*/?\s*(?:INST|SYSTEM|ADMIN|USER|ASSISTANT|DEVELOPER|TOOL)\b[^\]]{0,60}\]",
    r"(?i)<\s*/?\s*(?:system|assistant|user|human|prompt|instructions?|memory|memories|message|tool\w*"
    r"|function\w*|script|invoke|admin|context)\b",
    r"(?i)(?:^|\n)\W*jailbreak\s*[:\[]",
    # forms and templates
    r"(?:^|\n)\s*(?:#{2,}|-{3,}|={3,})|```",
    r"(?i)\b(?:BEGIN|END) (?:OF )?(?:SYSTEM|PROMPT|INSTRUCTIONS?|CONTEXT|MEMORY)\b",
    r"\([A-Z][A-Z ]{2,24}\)\s*=|\b[A-Z_]{4,24}\s*=\s*[\[\w]|\[[A-Z]{5,30}\]",
    r"(?i)[\[{<(]\s*(?:insert|your|enter|paste|custom)\b[^\]}>)]{0,60}[\]}>)]|\{\{[^}]{0,60}\}\}|\$\{[^}]{0,60}\}",
    r"\{\s*[\"']\w+[\"']\s*:",
    r"(?i)\b(?:developer|debug(?:ging)?|god|admin|dan|jailbreak|unrestricted|maintenance|root|sudo|evil)\W{0,3}mode"
    r"\W{0,3}(?:\w+\W+)?(?:enabled?|activated?|on\b|engaged|unlocked)",
    r"(?i)\b(?:sudo|curl|wget|rm -rf|eval\(|exec\(|import os|os\.system|subprocess)\b|;\s*drop table",
):
    _MARKS.Add(_mark)
_MARKS.Compile()

_GAP = re2.compile(r"\n[^\S\n]*\n")
_PARAGRAPHS = 3
"""From so many paragraphs on, a text is a document and not a statement."""


def imitates(text: str) -> bool:
    """Return whether a text carries marks of something that is read as more than a statement."""
    return bool(_MARKS.Match(text)) or len(_GAP.split(text.strip())) >= _PARAGRAPHS
