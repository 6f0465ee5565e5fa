"""Plots as SVG: bars and lines, drawn without a library, legible on light and dark pages."""

from collections.abc import Mapping, Sequence
from html import escape
from math import log10

INK, GRID = "#6b7280", "#d1d5db"
COLOURS = ("#2563eb", "#9ca3af", "#f59e0b", "#10b981", "#ef4444")
WIDTH, LEFT, RIGHT, BAR = 720, 190, 60, 22
FONT = 'font-family="system-ui, sans-serif" font-size="12"'


def bars(
    title: str, rows: Mapping[str, Sequence[float | None]], series: Sequence[str], unit: str = ""
) -> str:
    """Draw groups of horizontal bars: one group a row, one bar for each series; the first row stands out."""
    most = max((value or 0 for values in rows.values() for value in values), default=1) or 1
    group = BAR * len(series) + 12
    parts = [_text(LEFT, 18, title, anchor="start", weight="bold")]
    for number, name in enumerate(series):
        parts.append(_box(LEFT + 130 * number, 28, 10, 10, COLOURS[number]))
        parts.append(_text(LEFT + 14 + 130 * number, 37, name, anchor="start"))
    for nth, (label, values) in enumerate(rows.items()):
        top = 52 + nth * group
        weight = "bold" if nth == 0 else "normal"
        parts.append(_text(LEFT - 8, top + group / 2 - 4, label, anchor="end", weight=weight))
        for number, value in enumerate(values):
            y = top + number * BAR
            if value is None:
                parts.append(_text(LEFT + 6, y + 14, "not measured", anchor="start"))
                continue
            length = (WIDTH - LEFT - RIGHT) * value / most
            parts.append(_box(LEFT, y, length, BAR - 4, COLOURS[number], faint=nth > 0))
            parts.append(_text(LEFT + length + 6, y + 14, f"{value:g}{unit}", anchor="start"))
    return _svg(52 + len(rows) * group, parts, title)


def lines(title: str, series: Mapping[str, Mapping[float, float]], x: str, y: str) -> str:
    """Draw one line for each series over a logarithmic x axis, from zero."""
    xs = sorted({value for points in series.values() for value in points})
    most = max(value for points in series.values() for value in points.values()) * 1.1
    height, top, bottom, left = 300, 56, 44, 60
    low, high = log10(xs[0]), log10(xs[-1])

    def at(value: float, height_of: float) -> tuple[float, float]:
        across = (log10(value) - low) / max(high - low, 1e-9)
        return (
            left + (WIDTH - left - RIGHT) * across,
            height - bottom - (height - top - bottom) * height_of / most,
        )

    parts = [_text(left, 18, title, anchor="start", weight="bold")]
    parts += [_text(at(value, 0)[0], height - bottom + 18, f"{value:,.0f}") for value in xs]
    for share in (0, 0.5, 1):
        level = at(xs[0], share * most)[1]
        parts.append(
            f'<line x1="{left}" x2="{WIDTH - RIGHT}" y1="{level:.1f}" y2="{level:.1f}" stroke="{GRID}"/>'
        )
        parts.append(_text(left - 8, level + 4, f"{share * most:.0f}", anchor="end"))
    parts += [_text(WIDTH / 2, height - 6, x), _text(left - 8, top - 10, y, anchor="end")]
    for number, (name, points) in enumerate(series.items()):
        where = [at(value, points[value]) for value in sorted(points)]
        drawn = " ".join(f"{across:.1f},{level:.1f}" for across, level in where)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{COLOURS[number]}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{COLOURS[number]}"/>' for a, b in where]
        parts.append(_box(left + 170 * number, 30, 10, 10, COLOURS[number]))
        parts.append(_text(left + 14 + 170 * number, 39, name, anchor="start"))
    return _svg(height, parts, title)


def _text(x: float, y: float, text: str, *, anchor: str = "middle", weight: str = "normal") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}"'
    return f'<text {place} fill="{INK}" {FONT}>{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, colour: str, *, faint: bool = False) -> str:
    opacity = ' opacity="0.55"' if faint else ""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{height:.1f}"'
    return f'<rect {place} fill="{colour}"{opacity}/>'


def _svg(height: float, parts: Sequence[str], title: str) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}"'
    body = "\n".join(parts)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">'
    return f"{head}\n{body}\n</svg>\n"
