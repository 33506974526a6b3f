#include "widgets/picture/export_options_panel.h"

#include "engine/core/text.h"
#include "engine/io/style_file.h"
#include "engine/style/style.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/text.h"
#include "widgets/kit/text_edit.h"
#include "widgets/kit/text_limit.h"
#include "widgets/picture/length_field.h"
#include "widgets/picture/picture_words.h"
#include "widgets/picture/save_file.h"
#include "widgets/picture/style_file_at.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr QSize kSlide(1280, 720);

int printPalette() {
    const auto palettes = opPalettes();
    return static_cast<int>(std::find_if(palettes.begin(), palettes.end(), [](auto& p) { return p.isPrint; }) -
                            palettes.begin());
}

/// "PNG: pixels. SVG: for the web and for restyling. …"
QString formatHelp(const std::vector<const PictureFormat*>& formats, bool hasValues) {
    QStringList lines;
    for (const PictureFormat* format : formats)
        lines += QStringLiteral("%1: %2.").arg(QLatin1String(format->title), Text::tr(format->use));
    if (hasValues) lines += ExportOptionsPanel::tr("CSV and JSON: the values, as printed by \"bubblescope sweep\".");
    return lines.join(QLatin1Char(' '));
}

/// The sentence of an error, which may quote all of a long text.
QString sentenceOf(const Error& error) {
    constexpr std::size_t kLongest = 600;
    return toQString(shortened(error.message, kLongest));
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
      m_restyled(thing.restyled),
      m_look(thing.look),
      m_drawn(thing.drawn),
      m_figure(thing.figure),
      m_canHaveTitle(thing.isGantts() || thing.canHaveTitle) {
    m_grid->setContentsMargins(20, 18, 20, 18);
    m_grid->setHorizontalSpacing(14);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnStretch(1, 1);
    m_fields.reserve(pictureOptions().size());  // other code keeps references to them
    addFile(thing);
    const auto isHere = [&](const PictureOption& option) {
        const bool isOfSchedules = option.key == "bubble" || option.key == "marks";
        return option.isOf(m_drawn.what) && !(isOfSchedules && m_drawn.areSteps);
    };
    const auto addAll = [&](PictureSection section, const QString& title = {}) {
        bool isFirst = !title.isEmpty() && m_drawn.what != kOfOthers;
        for (const PictureOption& option : pictureOptions()) {
            if (option.section != section || !isHere(option)) continue;
            if (std::exchange(isFirst, false)) addSection(title);
            addOption(option);
        }
    };
    addSection(tr("Size"));
    addShape();
    addAll(PictureSection::Size);
    m_sizeNote = new QLabel;
    m_sizeNote->setForegroundRole(QPalette::PlaceholderText);
    m_sizeNote->setFont(uiFont(12));
    m_grid->addWidget(m_sizeNote, m_grid->rowCount(), 1);
    addSection(tr("Appearance"));
    if (thing.restyled) addStyle();
    addAll(PictureSection::Look);
    m_theme = static_cast<SegmentedControl*>(fieldOf("theme")->widgets.front());
    connect(m_theme, &SegmentedControl::chosenByUser, this, &ExportOptionsPanel::themeChosen);
    if (const Field* const palette = fieldOf("palette")) m_palette = static_cast<QComboBox*>(palette->widgets.front());
    addAll(PictureSection::Axes, tr("Axes and curves"));
    addAll(PictureSection::Around, tr("Title and legend"));
    addAll(PictureSection::Content, tr("Content"));
    if (thing.inSight) addUseOfZoom(*thing.inSight);
    if (!thing.schedules.isEmpty()) {
        addSection(m_drawn.areSteps ? tr("Steps") : tr("Schedules"));
        addSchedules(*findPictureOption("schedules"), thing.schedules);
    }
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setOptions({});
}

void ExportOptionsPanel::addFile(const Exportable& thing) {
    addSection(tr("File"));
    if (thing.parts.size() > 1) {
        m_part = addCombo(tr("Part"));
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
    addOption(*findPictureOption("scale"));
    if (thing.figures < 2) return;
    const bool areFigures = thing.figuresTitle.isEmpty();
    QStringList choices{tr("This one"), tr("All %1").arg(thing.figures)};
    if (!areFigures) choices += tr("Pages");
    m_figures = addSegments(areFigures ? tr("Figures") : thing.figuresTitle, choices);
    m_figures->setToolTip(areFigures
                              ? tr("The figure on screen, or all figures one below another.")
                              : tr("The one on screen, all of them side by side in rows, or each on its own page. "
                                   "PNG and SVG save one numbered file per page."));
}

/// The style comes first, because the other fields follow it.
void ExportOptionsPanel::addStyle() {
    m_style = addCombo(tr("Style"));
    QString help;
    for (const NamedStyle& style : namedStyles()) {
        m_style->addItem(toQString(style.title));
        help += QStringLiteral("%1: %2\n").arg(toQString(style.title), toQString(style.look));
    }
    m_style->setToolTip(help.trimmed());
    connect(m_style, &QComboBox::activated, this, [this](int index) {
        ParameterValue::Object style;
        setNamed(style, "base", {std::string(namedStyles()[static_cast<std::size_t>(index)].id)});
        if (const auto next = m_restyled(options(), style)) setOptions(*next);
        emit changed();
    });
    auto* load = new LinkButton(tr("Load style…"));
    load->setToolTip(tr("Apply the look of a style file."));
    auto* save = new LinkButton(tr("Save style…"));
    save->setToolTip(tr("Save this look to a file for other pictures: everything except the content and its size."));
    auto* links = new QHBoxLayout;
    links->addWidget(load);
    links->addWidget(save);
    links->addStretch(1);
    m_grid->addLayout(links, m_grid->rowCount(), 1);
    connect(load, &QAbstractButton::clicked, this, [this] { askForStyle(QFileDialog::AcceptOpen); });
    connect(save, &QAbstractButton::clicked, this, [this] { askForStyle(QFileDialog::AcceptSave); });
    m_styleLinks = {load, save};
}

void ExportOptionsPanel::askForStyle(QFileDialog::AcceptMode mode) {
    const bool isLoad = mode == QFileDialog::AcceptOpen;
    QFileDialog dialog(this, isLoad ? tr("Load style") : tr("Save style"));
    dialog.setAcceptMode(mode);
    dialog.setFileMode(isLoad ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
    dialog.setNameFilter(tr("Styles (*.json)"));
    dialog.setDefaultSuffix(QStringLiteral("json"));
    if (dialog.exec() != QDialog::Accepted) return;
    const QString path = dialog.selectedFiles().value(0);
    isLoad ? loadStyle(path) : saveStyle(path);
}

void ExportOptionsPanel::loadStyle(const QString& path) {
    const auto style = styleFileAt(path);
    if (!style) return emit styleDone(toQString(style.error().text()), true);
    const auto next = m_restyled(options(), *style);
    if (!next) return emit styleDone(toQString(next.error().text()), true);
    setOptions(*next);
    emit changed();
    emit styleDone(tr("Applied the style of %1").arg(QFileInfo(path).fileName()), false);
}

void ExportOptionsPanel::saveStyle(const QString& path) {
    const auto saved = writeFile(path, QByteArray::fromStdString(writeStyleFile(m_look(options()))));
    emit styleDone(saved ? tr("Saved %1").arg(QFileInfo(path).fileName()) : toQString(saved.error().text()), !saved);
}

void ExportOptionsPanel::addShape() {
    m_shape = new SegmentedControl({tr("Free"), tr("Slide 16:9")}, tr("Shape"));
    m_shape->setToolTip(tr("A slide is 1280 × 720 pixels. Type grows with it where the picture allows."));
    addRow(tr("Shape"), m_shape);
    connect(m_shape, &SegmentedControl::chosenByUser, this, [this](int shape) {
        if (shape == 1) m_width->setLength(Length(kSlide.width()));
        m_height->setLength(shape == 1 ? std::optional<Length>(kSlide.height()) : std::nullopt);
        refresh();
    });
}

void ExportOptionsPanel::addMarks(const PictureOption& option) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    const auto check = [&](const QString& text, const QString& toolTip) {
        QCheckBox* const mark = addCheck(text);
        mark->setToolTip(toolTip);
        column->addWidget(mark);
        return mark;
    };
    // In the order of kMarkMembers.
    std::vector<QCheckBox*> marks(2, nullptr);
    if (m_drawn.hasSchemes) {
        marks[0] = check(tr("Weight fetches"), tr("Mark operations whose weights another worker stores."));
        marks[1] = check(tr("Activation transfers"), tr("Mark activations that come from or go to another worker."));
    }
    marks.push_back(
        check(tr("Activations in memory"), tr("Show below each row how many activations its device needs over time.")));
    marks.push_back(check(tr("Critical path"), tr("Show the chain of operations that sets the finish.")));
    QLabel* const label = addRow(Text::tr(option.parameter().word), box);
    label->setContentsMargins(0, 2, 0, 0);
    m_grid->setAlignment(label, Qt::AlignTop);
    Field& field = addField(option, {box, label});
    const auto words = field.option->parameter().parts.front().choices;
    field.get = [marks, words] {
        ParameterValue::List list;
        for (std::size_t i = 0; i < marks.size(); ++i)
            if (marks[i] && marks[i]->isChecked()) list.push_back({std::string(words[i])});
        return Result<Value>(ParameterValue{std::move(list)});
    };
    field.set = [marks, words](const Value& value) {
        const auto& list = std::get<ParameterValue::List>(value->held);
        for (std::size_t i = 0; i < marks.size(); ++i)
            if (marks[i])
                marks[i]->setChecked(std::ranges::find(list, ParameterValue{std::string(words[i])}) != list.end());
    };
}

void ExportOptionsPanel::addTitle(const PictureOption& option) {
    const bool isText = m_drawn.what != kOfOthers && m_canHaveTitle;
    m_hasTitle = addCheck(tr("Title"));
    const int row = m_grid->rowCount();
    m_grid->addWidget(m_hasTitle, row, 0, 1, isText ? 1 : 2);
    Field& field = addField(option, {m_hasTitle});
    if (!isText) {  // shows its own title or none
        field.get = [] { return Result<Value>(Value()); };
        field.set = [](const Value&) {};
        return;
    }
    m_title = new QLineEdit;
    limitText(*m_title);
    m_title->setAccessibleName(tr("Picture title"));
    m_title->setFixedWidth(kFieldWidth);
    if (!isGantts()) m_title->setPlaceholderText(tr("automatic"));
    m_grid->addWidget(m_title, row, 1, Qt::AlignLeft);
    connect(m_title, &QLineEdit::textChanged, this, &ExportOptionsPanel::refresh);
    field.get = [this, &option]() -> Result<Value> {
        auto value = valueIn(option, m_hasTitle->isChecked() ? m_title->text() : QString());
        return value ? Result<Value>(std::move(*value)) : value.error();
    };
    field.set = [this](const Value& value) {
        const QString text = toText(*value);
        if (isGantts()) m_hasTitle->setChecked(!text.isEmpty());
        if (!text.isEmpty() || !m_title->hasFocus()) m_title->setText(text);
    };
    addProblem(field, [this](bool isMarked) { setMarked(m_title, isMarked); });
}

void ExportOptionsPanel::addUseOfZoom(const std::pair<double, double>& range) {
    auto* inSight = new LinkButton(tr("Use the zoom of the window"));
    m_grid->addWidget(inSight, m_grid->rowCount(), 1, Qt::AlignLeft);
    connect(inSight, &QAbstractButton::clicked, this, [this, range] {
        PictureOptions next = options();
        next.begin = range.first, next.end = range.second;
        setOptions(next);
        emit changed();
    });
}

void ExportOptionsPanel::addNotes(const PictureOption& option) {
    auto* edit = new TextEdit(TextEdit::Lines::Note);
    edit->setMostLines(8);
    edit->setAccessibleName(tr("Annotations"));
    edit->setPlaceholderText(Text::tr(option.parameter().example));
    edit->setToolTip(Text::tr(option.parameter().definition));
    auto* label = new QLabel(Text::tr(option.parameter().word));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(edit);
    addWide(label);
    addWide(edit);
    connect(edit, &QPlainTextEdit::textChanged, this, &ExportOptionsPanel::refresh);
    Field& field = addField(option, {edit, label});
    field.get = [this, &option, edit]() -> Result<Value> {
        auto value = valueIn(option, edit->toPlainText(), m_numbers);
        return value ? Result<Value>(std::move(*value)) : value.error();
    };
    field.set = [this, &option, edit](const Value& value) {
        const QString text = wordsOf(option, *value, m_numbers);
        if (edit->toPlainText().trimmed() != text) edit->give(text);
        if (edit->toPlainText().trimmed() != text) edit->restore();  // it was given the same before
    };
    addProblem(field, [](bool) {});
}

void ExportOptionsPanel::addSchedules(const PictureOption& option, const QStringList& titles) {
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    m_grid->addLayout(column, m_grid->rowCount(), 0, 1, 2);
    for (const QString& title : titles) {
        QCheckBox* const box = addCheck(QString(title).replace(QLatin1Char('&'), QLatin1String("&&")));
        box->setChecked(true);
        column->addWidget(box);
        m_schedules.append(box);
    }
    Field& field = addField(option, {});
    field.get = [this] {
        ParameterValue::List list;
        const bool all = std::ranges::all_of(m_schedules, [](const QCheckBox* box) { return box->isChecked(); });
        for (int i = 0; i < m_schedules.size() && !all; ++i)
            if (m_schedules[i]->isChecked()) list.push_back({'#' + std::to_string(i + 1)});
        return Result<Value>(ParameterValue{std::move(list)});
    };
    field.set = [this](const Value& value) {
        const auto& list = std::get<ParameterValue::List>(value->held);
        for (int i = 0; i < m_schedules.size(); ++i)
            m_schedules[i]->setChecked(
                list.empty() || std::ranges::find(list, ParameterValue{'#' + std::to_string(i + 1)}) != list.end());
    };
}

/// Choosing the print theme chooses its palette too; leaving the theme resets the palette.
void ExportOptionsPanel::themeChosen() {
    if (m_palette) {
        const int print = printPalette();
        const QSignalBlocker blocker(m_palette);
        if (static_cast<ThemeId>(m_theme->chosen()) == ThemeId::Print) {
            if (m_palette->currentIndex() != print) m_colorPalette = m_palette->currentIndex();
            m_palette->setCurrentIndex(print);
        } else if (m_palette->currentIndex() == print) {
            m_palette->setCurrentIndex(m_colorPalette);
        }
    }
    refresh();
}

/// Names in fields follow the numbers that the picture shows.
void ExportOptionsPanel::renumber() {
    const Numbering numbers = numberingOf(m_base);
    if (numbers == m_numbers) return;
    std::vector<std::pair<Field*, Value>> named;
    for (Field& field : m_fields)
        for (const char* key : {"highlight", "dim", "notes"})
            if (field.option->key == key)
                if (const auto value = field.get()) named.emplace_back(&field, *value);
    m_numbers = numbers;
    m_isSetting = true;
    for (const auto& [field, value] : named) field->set(value);
    m_isSetting = false;
}

void ExportOptionsPanel::refresh() {
    if (m_isSetting) return;
    setBase(options());
    renumber();
    const PictureFormat* const format = pictureFormat();
    const bool isDrawn = format && !format->isOfOps();
    m_drawn.format = format;
    for (QWidget* const shared : QList<QWidget*>{m_shape, m_style} + m_styleLinks)
        if (shared) shared->setEnabled(isDrawn);
    for (Field& field : m_fields) {
        if (field.option->key == "schedules") continue;
        // What has no effect as it is stays enabled, so that it can be changed.
        const bool mayChange = field.option->key == "marks" || (field.option->key == "palette" && !isGantts());
        const bool isIdle = !mayChange && field.option->whyIdle(m_base, m_drawn);
        for (QWidget* const widget : field.widgets) widget->setEnabled(isDrawn && !isIdle);
        if (field.option->key == "scale")
            for (QWidget* const widget : field.widgets) widget->setVisible(format && format->isOfPixels);
        if (!field.problem) continue;
        const auto value = field.get();
        field.problem->setText(value ? QString() : sentenceOf(value.error()));
        field.problem->setVisible(!value);
        field.mark(!value);
    }
    if (m_figures) m_figures->setEnabled(isDrawn && format->pace == Pace::Still && part() == 0);
    m_hasTitle->setEnabled(isDrawn && m_canHaveTitle);
    if (m_title) m_title->setEnabled(isDrawn && m_hasTitle->isChecked());
    const bool isOnPaper = m_base.width.isOfPaper();
    for (LengthField* const type : m_types) type->offerUnit(isOnPaper ? LengthUnit::Point : LengthUnit::Pixel);
    if (m_height) m_height->offerUnit(m_base.width.unit);
    const bool isSlide = m_base.width == Length(kSlide.width()) && m_base.height == Length(kSlide.height());
    m_shape->setChosen(isSlide ? 1 : 0);
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
        if (suffix == QLatin1String(format.suffix) && !isGantts()) m_format->setCurrentIndex(index);
        ++index;
    }
    refresh();
}

PictureOptions ExportOptionsPanel::options() const {
    PictureOptions out = m_base;
    out.height.reset(), out.type.reset();
    if (isGantts()) out.cellType.reset(), out.inset.reset(), out.begin.reset(), out.end.reset();
    if (m_drawn.what & kOfLines) out.inset.reset();
    for (const Field& field : m_fields) {
        const auto value = field.get();
        if (value && *value) field.option->set(out, **value);
        if (!value && field.option->isSet(m_base)) field.option->set(out, field.option->get(m_base));
    }
    if (isGantts()) return out;
    out.ownTitle = m_hasTitle->isChecked();
    out.figures.clear();
    if (m_figures && m_figures->chosen() == 0) out.figures = {m_figure};
    out.isPaged = m_figures && m_figures->chosen() == 2;
    return out;
}

void ExportOptionsPanel::setBase(const PictureOptions& options) {
    m_base = options;
    if (m_schedules.isEmpty() || hasSchedules()) return;
    m_base.schedules.clear();
}

void ExportOptionsPanel::setOptions(const PictureOptions& options) {
    const QSignalBlocker blocker(this);
    m_base = options;
    m_numbers = numberingOf(options);
    m_isSetting = true;
    for (const Field& field : m_fields)
        field.set(field.option->isSet(options) ? Value(field.option->get(options)) : Value());
    if (!isGantts()) m_hasTitle->setChecked(options.ownTitle);
    if (m_figures) m_figures->setChosen(!options.figures.empty() ? 0 : options.isPaged ? 2 : 1);
    if (m_style)
        for (std::size_t i = 0; i < namedStyles().size(); ++i)
            if (namedStyles()[i].id == options.style.toStdString()) m_style->setCurrentIndex(static_cast<int>(i));
    m_isSetting = false;
    refresh();
}

std::vector<std::string_view> ExportOptionsPanel::keys() const {
    std::vector<std::string_view> keys;
    for (const Field& field : m_fields) keys.push_back(field.option->key);
    return keys;
}

QString ExportOptionsPanel::problem() const {
    for (const Field& field : m_fields)
        if (const auto value = field.get(); !value)
            return told({value.error().message, std::string(field.option->key)});
    return {};
}

QString ExportOptionsPanel::told(const Error& problem) const {
    for (const Field& field : m_fields) {
        if (field.option->key != problem.field || field.widgets.isEmpty()) continue;
        const auto* const label = qobject_cast<const QLabel*>(field.widgets.back());
        const auto* const check = qobject_cast<const QAbstractButton*>(field.widgets.back());
        const QString name = label ? label->text() : check ? check->text() : QString();
        if (!name.isEmpty()) return QStringLiteral("%1: %2").arg(name, sentenceOf(problem));
    }
    return sentenceOf({problem.text(), {}});
}

bool ExportOptionsPanel::markProblem(const Error& problem) {
    for (Field& field : m_fields) {
        if (!field.problem || field.option->key != problem.field) continue;
        field.problem->setText(sentenceOf(problem));
        field.problem->show();
        field.mark(true);
        return true;
    }
    return false;
}

const ExportOptionsPanel::Field* ExportOptionsPanel::fieldOf(std::string_view key) const {
    const auto found = std::ranges::find_if(m_fields, [&](const Field& field) { return field.option->key == key; });
    return found == m_fields.end() ? nullptr : &*found;
}

bool ExportOptionsPanel::hasSchedules() const {
    return m_schedules.isEmpty() ||
           std::any_of(m_schedules.begin(), m_schedules.end(), [](const QCheckBox* box) { return box->isChecked(); });
}

void ExportOptionsPanel::setSizeNote(const QSizeF& size, int pages) {
    const Length& width = m_base.width;
    const bool isOfPixels = pictureFormat() && pictureFormat()->isOfPixels;
    const auto told = [&](double pixels) { return formatNumber(Length(pixels, width.unit).number(), 5); };
    const QSize pixels = (size * (isOfPixels ? m_base.scale : 1)).toSize();
    QString note = tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height());
    if (width.isOfPaper()) {
        const QString unit = toQString(infoOf(width.unit).id);
        const QString paper = QStringLiteral("%1 × %2 %3").arg(told(size.width()), told(size.height()), unit);
        const QString dpi = formatNumber(96 * m_base.scale);
        note = isOfPixels ? tr("%1 × %2 pixels, %3 dpi").arg(pixels.width()).arg(pixels.height()).arg(dpi) : paper;
    }
    setSizeNote(pages == 1 ? note : tr("%1 pages of %2").arg(pages).arg(note));
}

void ExportOptionsPanel::setSizeNote(const QString& note) { m_sizeNote->setText(note); }

}  // namespace bubblescope
