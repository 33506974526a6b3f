#include "widgets/picture/gantt_options_panel.h"

#include "widgets/kit/flat_combo.h"
#include "widgets/kit/flat_fields.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/shown/format.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace bubblescope {

namespace {

int printPalette() {
    const auto palettes = opPalettes();
    return static_cast<int>(std::find_if(palettes.begin(), palettes.end(), [](auto& p) { return p.hatched; }) -
                            palettes.begin());
}

}  // namespace

GanttOptionsPanel::GanttOptionsPanel(const QStringList& titles, bool hasSchemes, QWidget* parent)
    : PictureOptionsPanel(parent) {
    addFormats({tr("PNG"), tr("SVG"), tr("PDF")},
               tr("PNG: pixels. SVG: for the web and for restyling. PDF: for papers."));
    addSize();
    addTheme();
    addLook();
    if (hasSchemes) addMarks();
    addText();
    addSchedules(titles);
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setOptions({});
}

void GanttOptionsPanel::addLook() {
    const auto combo = [this](const QString& label) {
        auto* box = new FlatCombo;
        box->setFixedWidth(kFieldWidth);
        addRow(label, box);
        return box;
    };
    connect(m_theme, &SegmentedControl::chosenByUser, this, &GanttOptionsPanel::themeChosen);
    m_palette = combo(tr("Palette"));
    for (const OpPalette& palette : opPalettes()) m_palette->addItem(QString::fromUtf8(palette.title));
    m_colorBy = addSegments(tr("Colour by"), {tr("Kind"), tr("Microbatch")});
    m_labels = addSegments(tr("Labels"), {tr("Microbatch"), tr("Stage"), tr("f3 ∇3"), tr("None")});
    m_numbering = addSegments(tr("Numbers"), {tr("from 0"), tr("from 1")});
    m_bubble = combo(tr("Bubble"));
    for (const BubbleDefinition& definition : bubbleDefinitions()) m_bubble->addItem(toQString(definition.title));
    for (SegmentedControl* control : {m_colorBy, m_labels, m_numbering})
        connect(control, &SegmentedControl::chosenByUser, this, &GanttOptionsPanel::refresh);
    for (QComboBox* box : {m_palette, m_bubble})
        connect(box, &QComboBox::currentIndexChanged, this, &GanttOptionsPanel::refresh);
}

void GanttOptionsPanel::addMarks() {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    const auto check = [&](const QString& text, const QString& toolTip) {
        auto* mark = new FlatCheck(text);
        mark->setToolTip(toolTip);
        column->addWidget(mark);
        connect(mark, &FlatCheck::toggled, this, &GanttOptionsPanel::refresh);
        return mark;
    };
    m_fetches = check(tr("Weight fetches"), tr("Mark operations whose weights another worker stores"));
    m_transfers = check(tr("Activation transfers"), tr("Mark activations that come from or go to another worker"));
    m_held = check(tr("Held activations"), tr("Below each row how many activations its worker holds"));
    QLabel* const label = addRow(tr("Marks"), box);
    label->setContentsMargins(0, 2, 0, 0);
    m_grid->setAlignment(label, Qt::AlignTop);
}

void GanttOptionsPanel::addText() {
    m_hasTitle = new FlatCheck(tr("Title"));
    m_title = new FlatEdit;
    m_title->setAccessibleName(tr("Title of the picture"));
    m_title->setFixedWidth(kFieldWidth);
    const int row = m_grid->rowCount();
    m_grid->addWidget(m_hasTitle, row, 0);
    m_grid->addWidget(m_title, row, 1, Qt::AlignLeft);
    m_legend = new FlatCheck(tr("Legend"));
    m_grid->addWidget(m_legend, row + 1, 0, 1, 2);
    for (FlatCheck* box : {m_hasTitle, m_legend}) connect(box, &FlatCheck::toggled, this, &GanttOptionsPanel::refresh);
    connect(m_title, &FlatEdit::textChanged, this, &GanttOptionsPanel::refresh);
}

void GanttOptionsPanel::addSchedules(const QStringList& titles) {
    addSection(tr("Schedules"));
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    m_grid->addLayout(column, m_grid->rowCount(), 0, 1, 2);
    for (const QString& title : titles) {
        auto* box = new FlatCheck(QString(title).replace(QLatin1Char('&'), QLatin1String("&&")));
        box->setChecked(true);
        column->addWidget(box);
        m_schedules.append(box);
        connect(box, &FlatCheck::toggled, this, &GanttOptionsPanel::refresh);
    }
}

/// The print theme brings its palette, and takes it away again.
void GanttOptionsPanel::themeChosen(int index) {
    const int print = printPalette();
    const QSignalBlocker blocker(m_palette);
    if (static_cast<ThemeId>(index) == ThemeId::Print) {
        if (m_palette->currentIndex() != print) m_colorPalette = m_palette->currentIndex();
        m_palette->setCurrentIndex(print);
    } else if (m_palette->currentIndex() == print) {
        m_palette->setCurrentIndex(m_colorPalette);
    }
    refresh();
}

void GanttOptionsPanel::refresh() {
    m_title->setEnabled(m_hasTitle->isChecked());
    m_palette->setEnabled(m_colorBy->chosen() == static_cast<int>(ColorBy::Kind));
    PictureOptionsPanel::refresh();
}

const PictureFormat& GanttOptionsPanel::format() const {
    return *pictureFormats()[static_cast<std::size_t>(m_format->chosen())];
}

void GanttOptionsPanel::setFormat(const PictureFormat& format) {
    for (int i = 0; i < static_cast<int>(pictureFormats().size()); ++i)
        if (pictureFormats()[static_cast<std::size_t>(i)] == &format) m_format->setChosen(i);
    refresh();
}

GanttPictureOptions GanttOptionsPanel::options() const {
    GanttPictureOptions out;
    out.width = m_width->value();
    out.height = chosenHeight();
    out.scale = scale();
    out.theme = static_cast<ThemeId>(m_theme->chosen());
    out.palette = QLatin1String(opPalettes()[static_cast<std::size_t>(m_palette->currentIndex())].id);
    out.colorBy = static_cast<ColorBy>(m_colorBy->chosen());
    out.labels = static_cast<CellLabel>(m_labels->chosen());
    out.firstNumber = m_numbering->chosen();
    out.bubble = bubbleDefinitions()[static_cast<std::size_t>(m_bubble->currentIndex())].kind;
    if (m_fetches) out.marks = {m_fetches->isChecked(), m_transfers->isChecked(), m_held->isChecked()};
    if (m_hasTitle->isChecked()) out.title = m_title->text();
    out.legend = m_legend->isChecked();
    const bool all =
        std::all_of(m_schedules.begin(), m_schedules.end(), [](const FlatCheck* box) { return box->isChecked(); });
    for (int i = 0; i < m_schedules.size() && !all; ++i)
        if (m_schedules[i]->isChecked()) out.schedules.push_back(i);
    return out;
}

void GanttOptionsPanel::setOptions(const GanttPictureOptions& options) {
    const QSignalBlocker blocker(this);
    const auto palettes = opPalettes();
    const auto bubbles = bubbleDefinitions();
    m_width->setValue(options.width);
    m_height->setValue(options.height.value_or(0));
    setScale(options.scale);
    m_theme->setChosen(static_cast<int>(options.theme));
    m_palette->setCurrentIndex(static_cast<int>(&opPalette(options.palette) - palettes.data()));
    m_colorBy->setChosen(static_cast<int>(options.colorBy));
    m_labels->setChosen(static_cast<int>(options.labels));
    m_numbering->setChosen(options.firstNumber);
    for (std::size_t i = 0; i < bubbles.size(); ++i)
        if (bubbles[i].kind == options.bubble) m_bubble->setCurrentIndex(static_cast<int>(i));
    if (m_fetches) {
        m_fetches->setChecked(options.marks.fetches);
        m_transfers->setChecked(options.marks.transfers);
        m_held->setChecked(options.marks.held);
    }
    m_hasTitle->setChecked(!options.title.isEmpty());
    m_title->setText(options.title);
    m_legend->setChecked(options.legend);
    for (int i = 0; i < m_schedules.size(); ++i)
        m_schedules[i]->setChecked(options.schedules.empty() ||
                                   std::count(options.schedules.begin(), options.schedules.end(), i) > 0);
    refresh();
}

bool GanttOptionsPanel::hasSchedules() const {
    return std::any_of(m_schedules.begin(), m_schedules.end(), [](const FlatCheck* box) { return box->isChecked(); });
}

}  // namespace bubblescope
