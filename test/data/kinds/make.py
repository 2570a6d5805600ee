"""Makes the files of this folder with programs that people's files come from: see README.md.

python3 -m venv .venv && .venv/bin/pip install python-pptx odfpy ebooklib nbformat python-docx && .venv/bin/python make.py
"""

import struct
import zlib
from email.message import EmailMessage
from email.utils import format_datetime
from datetime import datetime, timezone
from pathlib import Path

import docx
import nbformat
from ebooklib import epub
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from odf import draw, office, opendocument, presentation, style, table, text
from odf.dc import Creator, Title
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

HERE = Path(__file__).parent


def png() -> bytes:
    """A picture of one pixel."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b"")


PICTURE = HERE / "pixel.png"


def deck() -> None:
    """Slides with bullets, notes, a table, a chart, and pictures with and without a description."""
    show = Presentation()
    show.core_properties.title = "Harbour review 2031"
    title = show.slides.add_slide(show.slide_layouts[0])
    title.shapes.title.text = "Harbour review 2031"
    title.placeholders[1].text = "Board meeting, Port of Vellamo"
    traffic = show.slides.add_slide(show.slide_layouts[1])
    traffic.shapes.title.text = "Traffic grew again"
    body = traffic.placeholders[1].text_frame
    body.text = "Ferries carried 4.2 million passengers"
    for level, line in ((1, "Most of them in July"), (2, "On weekends in particular"), (0, "Cargo fell by 3 %")):
        paragraph = body.add_paragraph()
        paragraph.text, paragraph.level = line, level
    traffic.notes_slide.notes_text_frame.text = "Mention the strike in May.\nDo not promise new berths."
    money = show.slides.add_slide(show.slide_layouts[5])
    money.shapes.title.text = "Revenue by berth"
    grid = money.shapes.add_table(4, 3, Inches(1), Inches(2), Inches(8), Inches(2)).table
    rows = (("Berth", "2031", "2030"), ("North quay", "18.4", "17.9"), ("South quay", "7.1", "6.6"), ("Total, EUR million", "25.5", "24.5"))
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            grid.cell(y, x).text = value
    shown = show.slides.add_slide(show.slide_layouts[5])
    shown.shapes.title.text = "Waiting times"
    data = CategoryChartData()
    data.categories = ["January", "July"]
    data.add_series("Median, minutes", (34.5, 71.0))
    data.add_series("Longest, minutes", (190.0, 412.0))
    chart = shown.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(2), Inches(8), Inches(4), data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Waiting at the lock"
    pictures = show.slides.add_slide(show.slide_layouts[6])
    described = pictures.shapes.add_picture(str(PICTURE), Inches(1), Inches(1))
    described._element._nvXxPr.cNvPr.set("descr", "Map of the harbour with the new breakwater")
    bare = pictures.shapes.add_picture(str(PICTURE), Inches(3), Inches(1))
    bare._element._nvXxPr.cNvPr.set("descr", "")
    hidden = show.slides.add_slide(show.slide_layouts[1])
    hidden.shapes.title.text = "Backup: tender rules"
    hidden.placeholders[1].text_frame.text = "Bids above EUR 90,000 need two signatures"
    hidden._element.set("show", "0")
    show.save(HERE / "harbour.pptx")


def paragraph(words: str, kind=text.P, **more):
    return kind(text=words, **more)


def odf_table(rows, heads: int):
    grid = table.Table(name="Table")
    grid.addElement(table.TableColumn(numbercolumnsrepeated=len(rows[0])))
    group = table.TableHeaderRows()
    for i, row in enumerate(rows):
        line = table.TableRow()
        for value in row:
            cell = table.TableCell()
            cell.addElement(paragraph(value))
            line.addElement(cell)
        (group if i < heads else grid).addElement(line)
        if i + 1 == heads:
            grid.addElement(group)
    return grid


def odt() -> None:
    """A text with headings, a list, a footnote, a table with head rows, and a comment."""
    doc = opendocument.OpenDocumentText()
    doc.meta.addElement(Title(text="Lock manual"))
    doc.text.addElement(paragraph("Lock manual", text.H, outlinelevel=1))
    opening = paragraph("The lock opens at six")
    note = text.Note(noteclass="footnote", id="n1")
    note.addElement(text.NoteCitation(text="1"))
    body = text.NoteBody()
    body.addElement(paragraph("In winter at seven."))
    note.addElement(body)
    opening.addElement(note)
    opening.addText(" and closes at ten.")
    remark = office.Annotation()
    remark.addElement(Creator(text="Ines Moro"))
    remark.addElement(paragraph("Is ten still right?"))
    opening.addElement(remark)
    doc.text.addElement(opening)
    doc.text.addElement(paragraph("Water levels", text.H, outlinelevel=2))
    points = text.List()
    for words in ("Read the gauge at each gate", "Write both levels into the log"):
        item = text.ListItem()
        item.addElement(paragraph(words))
        points.addElement(item)
    doc.text.addElement(points)
    doc.text.addElement(odf_table((("Gate", "Lowest, cm", "Highest, cm"), ("West", "212", "345"), ("East", "198", "351")), 1))
    frame = draw.Frame(width="1cm", height="1cm")
    frame.addElement(draw.Image(href=doc.addPicture(str(PICTURE))))
    holder = text.P()
    holder.addElement(frame)
    doc.text.addElement(holder)
    doc.save(str(HERE / "lock.odt"))


def odp() -> None:
    """Slides with titles, an outline, a table and notes."""
    doc = opendocument.OpenDocumentPresentation()
    layout = style.PageLayout(name="L")
    doc.automaticstyles.addElement(layout)
    master = style.MasterPage(name="M", pagelayoutname=layout)
    doc.masterstyles.addElement(master)

    def slide(name: str, title: str):
        page = draw.Page(name=name, masterpagename=master)
        frame = draw.Frame(width="20cm", height="3cm")
        frame.setAttrNS("urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "class", "title")
        box = draw.TextBox()
        box.addElement(paragraph(title))
        frame.addElement(box)
        page.addElement(frame)
        doc.presentation.addElement(page)
        return page

    def boxed(page, element) -> None:
        frame = draw.Frame(width="20cm", height="8cm")
        box = draw.TextBox()
        box.addElement(element)
        frame.addElement(box)
        page.addElement(frame)

    first = slide("page1", "Dredging plan")
    points = text.List()
    item = text.ListItem()
    item.addElement(paragraph("Start in the east basin"))
    inner = text.List()
    below = text.ListItem()
    below.addElement(paragraph("Depth 9.5 m"))
    inner.addElement(below)
    item.addElement(inner)
    points.addElement(item)
    boxed(first, points)
    notes = presentation.Notes()
    holder = draw.Frame(width="10cm", height="5cm")
    box = draw.TextBox()
    box.addElement(paragraph("Ask the pilots first."))
    holder.addElement(box)
    notes.addElement(holder)
    first.addElement(notes)
    second = slide("page2", "Costs")
    frame = draw.Frame(width="20cm", height="8cm")
    frame.addElement(odf_table((("Part", "EUR thousand"), ("Barge", "410"), ("Crew", "266")), 1))
    second.addElement(frame)
    doc.save(str(HERE / "dredging.odp"))


def book() -> None:
    """An e-book of two chapters, one without a heading, with a script that must not be read."""
    made = epub.EpubBook()
    made.set_identifier("tides")
    made.set_title("Tides for beginners")
    made.set_language("en")
    made.add_author("Ines Moro")
    one = epub.EpubHtml(title="Why water rises", file_name="one.xhtml")
    one.content = (
        "<html><head><title/><script src='x.js'/></head><body><h1>Why water rises</h1><p>The moon pulls.</p>"
        "<script>var secret = 'no text';</script><h2>Spring tides</h2><p>Twice a month they are highest.</p>"
        "<table><tr><th>Port</th><th>Range, m</th></tr><tr><td>Vellamo</td><td>4.35</td></tr></table></body></html>"
    )
    two = epub.EpubHtml(title="Reading a tide table", file_name="two.xhtml")
    two.content = "<html><body><p>Look for the nearest standard port.</p><img src='m.png' alt='A page of a tide table'/><img src='n.png'/></body></html>"
    for chapter in (one, two):
        made.add_item(chapter)
    made.toc = (one, two)
    made.spine = ["nav", one, two]
    made.add_item(epub.EpubNcx())
    made.add_item(epub.EpubNav())
    epub.write_epub(HERE / "tides.epub", made)


def mail() -> None:
    """A message with a spreadsheet, an attached message and an archive."""
    inner = EmailMessage()
    inner["From"], inner["To"], inner["Subject"] = "pilot@vellamo.example", "office@vellamo.example", "Fog tomorrow"
    inner.set_content("Visibility below 200 m is expected until nine.\n")
    outer = EmailMessage()
    outer["From"] = "Ines Moro <ines@vellamo.example>"
    outer["To"] = "Board <board@vellamo.example>, Käpt'n Åse <ase@vellamo.example>"
    outer["Subject"] = "Berth fees – proposal"
    outer["Date"] = format_datetime(datetime(2031, 3, 4, 9, 30, tzinfo=timezone.utc))
    outer.set_content("Dear all,\n\nthe fee rises to EUR 1.85 per metre.\nDetails are attached.\n\nInes\n")
    outer.add_attachment("Berth,Fee\nNorth quay,1.85\nSouth quay,1.40\n", subtype="csv", filename="fees.csv")
    outer.add_attachment(HERE.joinpath("harbour.pptx").read_bytes(), maintype="application", subtype="octet-stream", filename="harbour.pptx")
    outer.add_attachment(inner)
    outer.add_attachment(b"PK\x03\x04\0\0", maintype="application", subtype="zip", filename="raw.zip")
    HERE.joinpath("fees.eml").write_bytes(bytes(outer))


def notebook() -> None:
    """Cells of text and code, with a data frame, an error and a picture as outputs."""
    frame = (
        "<table><thead><tr><th></th><th>port</th><th>range</th></tr></thead>"
        "<tbody><tr><th>0</th><td>Vellamo</td><td>4.35</td></tr></tbody></table>"
    )
    cells = [
        new_markdown_cell("# Tidal ranges\n\nWe compare *two* ports."),
        new_code_cell("import pandas as pd\nports = pd.read_csv('ports.csv')\nports", execution_count=1, outputs=[
            new_output("execute_result", {"text/html": frame, "text/plain": "  port range"}, execution_count=1)]),
        new_markdown_cell("## Result\n\nVellamo has the larger range."),
        new_code_cell("ports.plot()", execution_count=2, outputs=[
            new_output("display_data", {"image/png": "iVBORw0KGgo=", "text/plain": "<Figure size 640x480>"})]),
        new_code_cell("1/0", execution_count=3, outputs=[
            new_output("error", ename="ZeroDivisionError", evalue="division by zero", traceback=[])]),
        new_code_cell("for i in range(500): print(i)", execution_count=4, outputs=[
            new_output("stream", name="stdout", text="".join(f"{i}\n" for i in range(500)))]),
    ]
    for i, cell in enumerate(cells):
        cell["id"] = f"c{i}"
    made = new_notebook(cells=cells, metadata={"language_info": {"name": "python"}})
    nbformat.write(made, HERE / "ranges.ipynb")


def word() -> None:
    """A Word file with a header, a picture with a description, and a comment."""
    doc = docx.Document()
    doc.core_properties.title = "Mooring contract"
    doc.sections[0].header.paragraphs[0].text = "Draft of 4 March"
    doc.add_heading("Mooring contract", 1)
    clause = doc.add_paragraph("The fee is due within 14 days.")
    doc.add_comment(clause.runs, text="Was 30 days before.", author="Ines Moro", initials="IM")
    doc.add_picture(str(PICTURE))
    doc.inline_shapes[0]._inline.docPr.set("descr", "Plan of the berth")
    doc.add_picture(str(PICTURE))
    doc.save(HERE / "mooring.docx")


def rtf() -> None:
    """An RTF file as Word writes it: styles, a code page, a table, a list, a footnote, a deletion, a header."""
    body = (
        r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fswiss\fcharset204 Arial Cyr;}}"
        r"{\stylesheet{\ql \snext0 Normal;}{\s1\ql\outlinelevel0 heading 1;}{\s2\ql\outlinelevel1 heading 2;}}"
        r"{\info{\title Pilot rules}{\author Ines Moro}}"
        r"{\header\pard Draft of 4 March\par}"
        r"\pard\s1 Pilot rules\par\pard\plain A pilot is required above 90 m{\footnote\pard Measured at the waterline.}.\par"
        r"\pard\s2 Fees in \'80\par"
        r"\trowd\cellx3000\cellx6000\pard\intbl Length\cell Fee\cell\row\trowd\cellx3000\cellx6000\pard\intbl 90 m\cell 1,250\cell\row"
        r"\pard\ls1\ilvl0{\listtext\'b7\tab}Call on channel 12\par{\deleted Call on channel 9}\par"
        r"\pard\plain\f1 \'cf\'f0\'e8\'e2\'e5\'f2\f0  and \u8364?uro\par}"
    )
    HERE.joinpath("pilot.rtf").write_bytes(body.encode("latin-1"))


if __name__ == "__main__":
    PICTURE.write_bytes(png())
    for make in (deck, odt, odp, book, mail, notebook, word, rtf):
        make()
    PICTURE.unlink()
