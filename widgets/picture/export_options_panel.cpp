#include "widgets/picture/export_options_panel.h"

#include "widgets/kit/flat_combo.h"
#include "widgets/kit/flat_fields.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kFieldWidth = 184;
constexpr QSize kSlide(1280, 720);

int printPalette() {
    const auto palettes = opPalettes();
    return static_cast<int>(std::find_if(palettes.begin(), palettes.end(), [](auto& p) { return p.isPrint; }) -
                            palettes.begin());
}

/// "PNG: pixels. SVG: for the web and for restyling. …"
QString formatHelp(const std::vector<const PictureFormat*>& formats, bool hasValues) {
    QStringList lines, values;
    for (const PictureFormat* format : formats)
        lines += QStringLiteral("%1: %2.").arg(QLatin1String(format->title),
                                               QCoreApplication::translate("Picture", format->use));
    for (const ValuesFormat& format : valuesFormats()) values += QLatin1String(format.title);
    if (hasValues)
        lines += ExportOptionsPanel::tr("%1: the numbers, as \"bubblescope sweep\" prints them.")
                     .arg(values.join(ExportOptionsPanel::tr(" and ")));
    return lines.join(QLatin1Char(' '));
}

}  // namespace

std::span<const ValuesFormat> valuesFormats() {
    static constexpr ValuesFormat kFormats[] = {{"csv", "CSV", RowsForm::Csv}, {"json", "JSON", RowsForm::Json}};
    return kFormats;
}

ExportOptionsPanel::ExportOptionsPanel(const Exportable& thing, QWidget* parent)
    : QWidget(parent),
      m_grid(new QGridLayout(this)),
      m_formats(pictureFormats(thing.formats())),
      m_figure(thing.figure),
      m_canHaveTitle(thing.isGantts() || thing.canHaveTitle) {
    m_grid->setContentsMargins(20, 18, 20, 18);
    m_grid->setHorizontalSpacing(14);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnStretch(1, 1);
    addFile(thing);
    addSize();
    addLook(thing);
    addTitle();
    if (!thing.schedules.isEmpty()) addSchedules(thing.areSteps ? tr("Steps") : tr("Schedules"), thing.schedules);
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setOptions({});
}

void ExportOptionsPanel::addSection(const QString& title) {
    const int row = m_grid->rowCount();
    if (row > 1) m_grid->setRowMinimumHeight(row, 6);
    m_grid->addWidget(sectionLabel(title), row + 1, 0, 1, 2);
}

QLabel* ExportOptionsPanel::addRow(const QString& label, QWidget* field) {
    const int row = m_grid->rowCount();
    auto* name = new QLabel(label);
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setBuddy(field);
    field->setAccessibleName(label);
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(field, row, 1, Qt::AlignLeft);
    return name;
}

SegmentedControl* ExportOptionsPanel::addSegments(const QString& label, const QStringList& choices) {
    auto* control = new SegmentedControl(choices, label);
    addRow(label, control);
    connect(control, &SegmentedControl::chosenByUser, this, &ExportOptionsPanel::refresh);
    return control;
}

QComboBox* ExportOptionsPanel::addCombo(const QString& label) {
    auto* box = new FlatCombo;
    box->setFixedWidth(kFieldWidth);
    addRow(label, box);
    return box;
}

FlatCheck* ExportOptionsPanel::addCheck(const QString& text) {
    auto* box = new FlatCheck(text);
    connect(box, &FlatCheck::toggled, this, &ExportOptionsPanel::refresh);
    return box;
}

void ExportOptionsPanel::addFile(const Exportable& thing) {
    addSection(tr("File"));
    if (thing.parts.size() > 1) {
        m_part = addCombo(tr("What"));
        for (const ExportPart& part : thing.parts) m_part->addItem(part.title);
        connect(m_part, &QComboBox::currentIndexChanged, this, &ExportOptionsPanel::refresh);
    }
    QStringList formats;
    for (const PictureFormat* format : m_formats) formats += QLatin1String(format->title);
    if (thing.values)
        for (const ValuesFormat& format : valuesFormats()) formats += QLatin1String(format.title);
    m_format = addCombo(tr("Format"));
    m_format->addItems(formats);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportOptionsPanel::refresh);
    m_format->setToolTip(formatHelp(m_formats, thing.values != nullptr));
    m_scale = new SegmentedControl({tr("1×"), tr("2×"), tr("3×")}, tr("Resolution"));
    m_scale->setToolTip(tr("Pixels of the PNG for one pixel of width and height"));
    m_scaleLabel = addRow(tr("Resolution"), m_scale);
    connect(m_scale, &SegmentedControl::chosenByUser, this, &ExportOptionsPanel::refresh);
    if (thing.figures < 2) return;
    const bool areFigures = thing.figuresTitle.isEmpty();
    QStringList choices{tr("This one"), tr("All %1").arg(thing.figures)};
    if (!areFigures) choices += tr("Pages");
    m_figures = addSegments(areFigures ? tr("Figures") : thing.figuresTitle, choices);
    m_figures->setToolTip(areFigures ? tr("The figure on screen, or all of them one below another")
                                     : tr("The one on screen, all of them side by side in rows, or each on a page of "
                                          "its own: in PNG and SVG a file each, numbered"));
}

void ExportOptionsPanel::addSize() {
    addSection(tr("Size"));
    m_shape = new SegmentedControl({tr("Free"), tr("Slide 16:9")}, tr("Shape"));
    m_shape->setToolTip(tr("A slide is 1280 × 720 pixels: type grows with it where the picture allows"));
    addRow(tr("Shape"), m_shape);
    connect(m_shape, &SegmentedControl::chosenByUser, this, [this](int shape) {
        const QSignalBlocker width(m_width), height(m_height);
        if (shape == 1) m_width->setValue(kSlide.width());
        m_height->setValue(shape == 1 ? kSlide.height() : 0);
        refresh();
    });
    const auto spin = [this](const QString& label, int least) {
        auto* box = new FlatSpin;
        box->setRange(least, kMaxPictureSide);
        box->setSingleStep(50);
        box->setSuffix(tr(" px"));
        box->setFixedWidth(kFieldWidth);
        box->setKeyboardTracking(false);
        addRow(label, box);
        connect(box, &FlatSpin::valueChanged, this, &ExportOptionsPanel::refresh);
        return box;
    };
    m_width = spin(tr("Width"), kMinPictureWidth);
    m_height = spin(tr("Height"), 0);
    m_height->setSpecialValueText(tr("automatic"));
    m_height->setToolTip(tr("0: as high as the content needs"));
    m_sizeNote = new QLabel;
    m_sizeNote->setForegroundRole(QPalette::PlaceholderText);
    m_sizeNote->setFont(uiFont(12));
    m_grid->addWidget(m_sizeNote, m_grid->rowCount(), 1);
}

void ExportOptionsPanel::addLook(const Exportable& thing) {
    addSection(tr("Look"));
    m_theme = new SegmentedControl({tr("Light"), tr("Dark"), tr("Print")}, tr("Theme"));
    addRow(tr("Theme"), m_theme);
    connect(m_theme, &SegmentedControl::chosenByUser, this, &ExportOptionsPanel::themeChosen);
    if (!thing.isGantts()) return;
    addCells(thing.areSteps);
    if (!thing.areSteps) addMarks(thing.hasSchemes);
}

void ExportOptionsPanel::addCells(bool ofSteps) {
    m_palette = addCombo(tr("Palette"));
    for (const OpPalette& palette : opPalettes()) m_palette->addItem(QString::fromUtf8(palette.title));
    m_colorBy = addSegments(tr("Colour by"), {tr("Kind"), tr("Microbatch")});
    m_labels =
        addSegments(tr("Labels"), {tr("Microbatch"), ofSteps ? tr("Layer") : tr("Stage"), tr("f3 ∇3"), tr("None")});
    m_numbering = addSegments(tr("Numbers"), {tr("from 0"), tr("from 1")});
    connect(m_palette, &QComboBox::currentIndexChanged, this, &ExportOptionsPanel::refresh);
    if (ofSteps) return;
    m_bubble = addCombo(tr("Bubble"));
    for (const Quantity bubble : quantitiesIn(kIsBubble)) m_bubble->addItem(toQString(infoOf(bubble).sort));
    connect(m_bubble, &QComboBox::currentIndexChanged, this, &ExportOptionsPanel::refresh);
}

void ExportOptionsPanel::addMarks(bool ofSchemes) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    const auto check = [&](const QString& text, const QString& toolTip) {
        FlatCheck* const mark = addCheck(text);
        mark->setToolTip(toolTip);
        column->addWidget(mark);
        return mark;
    };
    if (ofSchemes) {
        m_fetches = check(tr("Weight fetches"), tr("Mark operations whose weights another worker stores"));
        m_transfers = check(tr("Activation transfers"), tr("Mark activations that come from or go to another worker"));
    }
    m_held = check(tr("Held activations"), tr("Below each row how many activations its worker holds"));
    m_critical = check(tr("Critical path"), tr("What the end waited for, op by op"));
    QLabel* const label = addRow(tr("Marks"), box);
    label->setContentsMargins(0, 2, 0, 0);
    m_grid->setAlignment(label, Qt::AlignTop);
}

void ExportOptionsPanel::addTitle() {
    m_hasTitle = addCheck(tr("Title"));
    m_legend = addCheck(tr("Legend"));
    const int row = m_grid->rowCount();
    m_grid->addWidget(m_hasTitle, row, 0, 1, m_palette ? 1 : 2);
    if (m_palette) {
        m_title = new FlatEdit;
        m_title->setAccessibleName(tr("Title of the picture"));
        m_title->setFixedWidth(kFieldWidth);
        m_grid->addWidget(m_title, row, 1, Qt::AlignLeft);
        connect(m_title, &FlatEdit::textChanged, this, &ExportOptionsPanel::refresh);
    }
    m_grid->addWidget(m_legend, row + 1, 0, 1, 2);
}

void ExportOptionsPanel::addSchedules(const QString& heading, const QStringList& titles) {
    addSection(heading);
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    m_grid->addLayout(column, m_grid->rowCount(), 0, 1, 2);
    for (const QString& title : titles) {
        FlatCheck* const box = addCheck(QString(title).replace(QLatin1Char('&'), QLatin1String("&&")));
        box->setChecked(true);
        column->addWidget(box);
        m_schedules.append(box);
    }
}

/// The print theme brings its palette, and takes it away again.
void ExportOptionsPanel::themeChosen(int index) {
    if (m_palette) {
        const int print = printPalette();
        const QSignalBlocker blocker(m_palette);
        if (static_cast<ThemeId>(index) == ThemeId::Print) {
            if (m_palette->currentIndex() != print) m_colorPalette = m_palette->currentIndex();
            m_palette->setCurrentIndex(print);
        } else if (m_palette->currentIndex() == print) {
            m_palette->setCurrentIndex(m_colorPalette);
        }
    }
    refresh();
}

void ExportOptionsPanel::refresh() {
    const PictureFormat* const format = pictureFormat();
    const bool isDrawn = format && !format->isOfOps();
    for (int i = 0; i < m_grid->count(); ++i) {
        QWidget* const widget = m_grid->itemAt(i)->widget();
        const auto* label = qobject_cast<const QLabel*>(widget);
        const QWidget* const field = label ? label->buddy() : widget;
        if (field && field != m_format && field != m_part) widget->setEnabled(isDrawn);
    }
    if (m_figures) m_figures->setEnabled(isDrawn && part() == 0);
    m_hasTitle->setEnabled(isDrawn && m_canHaveTitle);
    if (m_title) m_title->setEnabled(isDrawn && m_hasTitle->isChecked());
    if (m_palette) m_palette->setEnabled(isDrawn && m_colorBy->chosen() == static_cast<int>(ColorBy::Kind));
    m_scale->setVisible(format && format->isOfPixels);
    m_scaleLabel->setVisible(format && format->isOfPixels);
    m_shape->setChosen(QSize(m_width->value(), m_height->value()) == kSlide ? 1 : 0);
    emit changed();
}

const PictureFormat* ExportOptionsPanel::pictureFormat() const {
    const auto index = static_cast<std::size_t>(m_format->currentIndex());
    return index < m_formats.size() ? m_formats[index] : nullptr;
}

const ValuesFormat* ExportOptionsPanel::valuesFormat() const {
    const auto index = static_cast<std::size_t>(m_format->currentIndex());
    return index < m_formats.size() ? nullptr : &valuesFormats()[index - m_formats.size()];
}

std::size_t ExportOptionsPanel::part() const { return m_part ? static_cast<std::size_t>(m_part->currentIndex()) : 0; }

QString ExportOptionsPanel::suffix() const {
    return QLatin1String(pictureFormat() ? pictureFormat()->suffix : valuesFormat()->suffix);
}

void ExportOptionsPanel::setSuffix(const QString& suffix) {
    int index = 0;
    for (const PictureFormat* format : m_formats) {
        if (suffix == QLatin1String(format->suffix)) m_format->setCurrentIndex(index);
        ++index;
    }
    for (const ValuesFormat& format : valuesFormats()) {
        if (suffix == QLatin1String(format.suffix) && !m_palette) m_format->setCurrentIndex(index);
        ++index;
    }
    refresh();
}

PictureOptions ExportOptionsPanel::options() const {
    PictureOptions out;
    out.width = m_width->value();
    if (m_height->value() > 0) out.height = m_height->value();
    out.scale = m_scale->chosen() + 1;
    out.theme = static_cast<ThemeId>(m_theme->chosen());
    out.legend = m_legend->isChecked();
    if (!m_palette) {
        out.palette = m_givenPalette;
        out.ownTitle = m_hasTitle->isChecked();
        if (m_figures && m_figures->chosen() == 0) out.figures = {m_figure};
        out.isPaged = m_figures && m_figures->chosen() == 2;
        return out;
    }
    out.palette = QLatin1String(opPalettes()[static_cast<std::size_t>(m_palette->currentIndex())].id);
    out.colorBy = static_cast<ColorBy>(m_colorBy->chosen());
    out.labels = static_cast<CellLabel>(m_labels->chosen());
    out.firstNumber = m_numbering->chosen();
    if (m_bubble) out.bubble = quantitiesIn(kIsBubble)[static_cast<std::size_t>(m_bubble->currentIndex())];
    if (m_held) out.marks.held = m_held->isChecked();
    if (m_critical) out.marks.critical = m_critical->isChecked();
    if (m_fetches) out.marks.fetches = m_fetches->isChecked();
    if (m_transfers) out.marks.transfers = m_transfers->isChecked();
    if (m_hasTitle->isChecked()) out.title = m_title->text();
    const bool all =
        std::all_of(m_schedules.begin(), m_schedules.end(), [](const FlatCheck* box) { return box->isChecked(); });
    for (int i = 0; i < m_schedules.size() && !all; ++i)
        if (m_schedules[i]->isChecked()) out.schedules.push_back(i);
    return out;
}

void ExportOptionsPanel::setOptions(const PictureOptions& options) {
    const QSignalBlocker blocker(this);
    m_givenPalette = options.palette;
    m_width->setValue(options.width);
    m_height->setValue(options.height.value_or(0));
    m_scale->setChosen(std::clamp(options.scale, 1, 3) - 1);
    m_theme->setChosen(static_cast<int>(options.theme));
    m_legend->setChecked(options.legend);
    m_hasTitle->setChecked(m_palette ? !options.title.isEmpty() : options.ownTitle);
    if (m_figures) m_figures->setChosen(!options.figures.empty() ? 0 : options.isPaged ? 2 : 1);
    if (m_palette) {
        m_palette->setCurrentIndex(static_cast<int>(&opPalette(options.palette) - opPalettes().data()));
        m_colorBy->setChosen(static_cast<int>(options.colorBy));
        m_labels->setChosen(static_cast<int>(options.labels));
        m_numbering->setChosen(options.firstNumber);
        if (m_bubble) m_bubble->setCurrentIndex(static_cast<int>(placeIn(kIsBubble, options.bubble)));
        m_title->setText(options.title);
    }
    if (m_fetches) m_fetches->setChecked(options.marks.fetches);
    if (m_transfers) m_transfers->setChecked(options.marks.transfers);
    if (m_held) m_held->setChecked(options.marks.held);
    if (m_critical) m_critical->setChecked(options.marks.critical);
    for (int i = 0; i < m_schedules.size(); ++i)
        m_schedules[i]->setChecked(options.schedules.empty() ||
                                   std::count(options.schedules.begin(), options.schedules.end(), i) > 0);
    refresh();
}

bool ExportOptionsPanel::hasSchedules() const {
    return m_schedules.isEmpty() ||
           std::any_of(m_schedules.begin(), m_schedules.end(), [](const FlatCheck* box) { return box->isChecked(); });
}

void ExportOptionsPanel::setSizeNote(const QSize& size, int pages) {
    const QSize pixels = pictureFormat() && pictureFormat()->isOfPixels ? size * options().scale : size;
    const QString note = tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height());
    setSizeNote(pages == 1 ? note : tr("%1 pages of %2").arg(pages).arg(note));
}

void ExportOptionsPanel::setSizeNote(const QString& note) { m_sizeNote->setText(note); }

}  // namespace bubblescope
