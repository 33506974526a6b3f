#include "widgets/picture/export_dialog.h"

#include "engine/core/text.h"
#include "widgets/kit/section_label.h"
#include "widgets/picture/copied_picture.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/picture/gantt_picture_layout.h"
#include "widgets/picture/picture_preview.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>

namespace bubblescope {

namespace {

constexpr std::size_t kAllRows = std::numeric_limits<std::size_t>::max();

QScrollArea* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

/// Replaces the suffix of another format by the chosen one: "a.pdf" becomes "a.steps.pdf".
QString named(QString path, const QString& suffix, PictureFormats formats) {
    const qsizetype dot = suffix.lastIndexOf(QLatin1Char('.'));
    const QString last = suffix.mid(dot);
    const PictureFormat* const format = pictureFormatOf(path, formats);
    if (dot > 0 && path.endsWith(last) && !(format && suffix == QLatin1String(format->suffix)))
        path.insert(path.size() - last.size(), QLatin1Char('.') + suffix.first(dot));
    return path;
}

}  // namespace

ExportDialog::ExportDialog(Exportable thing, const PictureOptions& options, QWidget* parent)
    : QDialog(parent),
      m_thing(std::move(thing)),
      m_preview(new PicturePreview),
      m_panel(new ExportOptionsPanel(m_thing)),
      m_annotator(new Annotator(this)) {
    setWindowTitle(m_thing.heading);
    auto* upper = new QHBoxLayout;
    upper->setSpacing(0);
    upper->addWidget(m_preview, 1);
    QScrollArea* const panel = scrolled(m_panel);
    upper->addWidget(panel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(upper, 1);
    column->addWidget(sectionLine());
    column->addLayout(makeButtons());
    ensurePolished();  // which may enlarge type for a projector
    panel->setFixedWidth(m_panel->minimumSizeHint().width() + panel->verticalScrollBar()->sizeHint().width());
    resize(QSize(1120, 740).boundedTo(screen()->availableSize() - QSize(4, 32)));  // a projector may be small
    m_panel->setOptions(options);
    connect(m_panel, &ExportOptionsPanel::changed, this, &ExportDialog::refresh);
    connect(m_panel, &ExportOptionsPanel::styleDone, this, [this](const QString& message, bool isError) {
        if (isError || !m_hasProblem) show(message, isError);
    });
    connectPreview();
    refresh();
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::connectPreview() {
    connect(m_annotator, &Annotator::changed, this, &ExportDialog::annotate);
    connect(m_preview, &PicturePreview::menuAsked, this, [this](const QPointF& share, const QPoint& onScreen) {
        if (QMenu* const menu = newPlaceMenu(share)) menu->popup(onScreen);
    });
    connect(m_preview, &PicturePreview::pressed, this, [this](const QPointF& share) {
        if (const PlacedNote* const note = noteAt(share))
            m_drag = Drag{m_gantts, *note, share, annotationsOf(options())};
    });
    connect(m_preview, &PicturePreview::moved, this, &ExportDialog::dragNote);
    connect(m_preview, &PicturePreview::released, this, [this] {
        if (!m_drag) return;
        const Drag drag = *std::exchange(m_drag, std::nullopt);
        if (annotationsOf(options()) == drag.before) return;
        m_before.push_back(drag.before);
        m_undone.clear();
    });
    connect(new QShortcut(QKeySequence::Undo, this), &QShortcut::activated, this, [this] { undo(m_before, m_undone); });
    connect(new QShortcut(QKeySequence::Redo, this), &QShortcut::activated, this, [this] { undo(m_undone, m_before); });
}

QPointF ExportDialog::layoutPoint(const QPointF& share) const {
    return {share.x() * m_gantts->size.width(), share.y() * m_gantts->size.height() - m_gantts->ganttTop};
}

const PlacedNote* ExportDialog::noteAt(const QPointF& share) const {
    constexpr double kAround = 3;
    if (!m_gantts) return nullptr;
    const std::vector<PlacedNote>& notes = m_gantts->pointedOut.notes;
    const auto found = std::find_if(notes.rbegin(), notes.rend(), [&](const PlacedNote& note) {
        const QRectF text = noteTextRect(m_gantts->gantt, note);
        return text.adjusted(-kAround, -kAround, kAround, kAround).contains(layoutPoint(share));
    });
    return found == notes.rend() ? nullptr : &*found;
}

void ExportDialog::dragNote(const QPointF& share) {
    if (!m_drag) {
        if (noteAt(share))
            m_preview->setCursor(Qt::SizeAllCursor);
        else
            m_preview->unsetCursor();
        return;
    }
    const QSizeF size = m_drag->gantts->size;
    const QPointF by = share - m_drag->from;
    Annotations after = m_drag->before;
    if (m_drag->note.index >= after.notes.size()) return;
    after.notes[m_drag->note.index].at =
        textPlaceOf(m_drag->gantts->gantt, m_drag->note, {by.x() * size.width(), by.y() * size.height()});
    setAnnotations(after);
}

QMenu* ExportDialog::newPlaceMenu(const QPointF& share) {
    if (!m_gantts) return nullptr;
    const QPointF at = layoutPoint(share);
    const GanttHit hit = m_gantts->gantt.hitAt(at.x(), at.y());
    if (hit.part != GanttHit::Part::Lane) return nullptr;
    const Timeline* const timeline = m_gantts->shown[static_cast<std::size_t>(hit.track)].timeline.get();
    const auto place = timeline ? placeIn(*timeline, hit, m_gantts->gantt.timeAt(at.x())) : std::nullopt;
    if (!place) return nullptr;
    const PictureOptions now = options();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_annotator->addTo(*menu, noteTargetOf(m_gantts->shown, now.schedules, now.firstNumber, *place),
                       annotationsOf(now));
    return menu;
}

void ExportDialog::annotate(const Annotations& after) {
    m_before.push_back(annotationsOf(options()));
    m_undone.clear();
    setAnnotations(after);
}

void ExportDialog::setAnnotations(const Annotations& annotations) {
    PictureOptions changed = options();
    bubblescope::setAnnotations(changed, annotations);
    m_panel->setOptions(changed);
    refresh();
}

void ExportDialog::undo(std::vector<Annotations>& from, std::vector<Annotations>& to) {
    if (from.empty() || m_drag) return;
    to.push_back(annotationsOf(options()));
    const Annotations before = from.back();
    from.pop_back();
    setAnnotations(before);
}

QLayout* ExportDialog::makeButtons() {
    m_message = new QLabel;
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // it may quote a long word
    m_copy = new QPushButton(tr("&Copy"));
    m_copy->setToolTip(tr("Copy what the preview shows."));
    auto* close = new QPushButton(tr("Close"));
    m_save = new QPushButton(tr("&Save…"));
    m_save->setDefault(true);
    for (QPushButton* button : {m_copy, close}) button->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(20, 12, 20, 12);
    row->setSpacing(8);
    row->addWidget(m_message, 1);
    row->addWidget(m_copy);
    row->addWidget(close);
    row->addWidget(m_save);
    return row;
}

QString ExportDialog::message() const { return m_message->text(); }

void ExportDialog::show(const QString& message, bool isError) {
    m_message->setForegroundRole(isError ? QPalette::BrightText : QPalette::PlaceholderText);
    m_message->setText(message);
}

void ExportDialog::setProblem(const QString& problem) {
    m_hasProblem = !problem.isEmpty();
    m_save->setEnabled(!m_hasProblem && !m_saving.joinable());
    m_copy->setEnabled(!m_hasProblem);
    show(problem, m_hasProblem);
}

PictureOptions ExportDialog::options() const { return m_panel->options(); }
QString ExportDialog::suffix() const { return m_panel->suffix(); }
void ExportDialog::setSuffix(const QString& suffix) { m_panel->setSuffix(suffix); }

void ExportDialog::refresh() {
    m_panel->setSizeNote(QString());
    m_gantts.reset();
    if (const PictureFormat* format = m_panel->pictureFormat())
        showPicture(*format);
    else
        showValues(*m_panel->valuesFormat());
}

const ExportPart* ExportDialog::part() const {
    return m_thing.parts.empty() ? nullptr : &m_thing.parts[m_panel->part()];
}

std::string ExportDialog::values(RowsForm form, std::size_t most) const {
    return part() ? part()->values(form, most) : m_thing.values(form, most);
}

/// Sizes are checked immediately; the picture follows when it is drawn.
void ExportDialog::showPicture(const PictureFormat& format) {
    const auto shown = picture(format);
    const bool hasSchedules = m_panel->hasSchedules();
    setProblem(!hasSchedules ? tr("Select at least one schedule to draw.")
               : shown       ? m_panel->problem()
                             : m_panel->told(shown.error()));
    if (!hasSchedules || (!shown && m_preview->image().isNull())) return m_preview->showMessage(tr("No picture"));
    if (!shown) {  // the last valid picture stays
        m_panel->markProblem(shown.error());
        return;
    }
    if (format.isOfOps()) return showOps(format, *shown);
    const Picture paged = *pacedFor(format, *shown);
    if (!format.isOfScenes) m_panel->setSizeNote(paged.size, static_cast<int>(paged.pages.size()));
    if (!format.isOfScenes) m_gantts = shown->gantts;
    m_preview->request(paged.size,
                       [paged, page = shownPage(paged)](double ratio) { return pictureImage(paged, ratio, page); });
}

/// The page on screen if there are several; for playing Gantts, one partway through.
std::size_t ExportDialog::shownPage(const Picture& picture) const {
    const std::size_t pages = picture.pages.size();
    return m_thing.isGantts() ? pages / 2 : std::min(m_thing.figure, pages - 1);
}

void ExportDialog::showValues(const ValuesFormat& format) {
    constexpr std::size_t kShown = 200;  // more than a screen shows
    setProblem({});
    const std::size_t rows = part() ? part()->rows : m_thing.rows;
    m_panel->setSizeNote(tr("%1 rows").arg(QString::fromStdString(withThousands(static_cast<long long>(rows)))));
    m_preview->showText(QString::fromStdString(values(format.form, kShown)));
}

/// Shows the start of the file.
void ExportDialog::showOps(const PictureFormat& format, const Picture& picture) {
    constexpr qsizetype kShown = 20'000;
    QByteArray text;
    format.writeOps(picture.runs, {}, [&](std::string_view piece) {
        text.append(piece.data(), std::min(static_cast<qsizetype>(piece.size()), kShown - text.size()));
        return text.size() < kShown;
    });
    const qsizetype lastLine = text.lastIndexOf('\n');  // a lane of an order may be longer than the whole preview
    if (text.size() == kShown && lastLine > 0) text.truncate(lastLine);
    m_preview->showText(QString::fromUtf8(text));
}

Result<Picture> ExportDialog::picture(const PictureFormat& format) const {
    PictureOptions options = m_panel->options();
    options.told = numberingOf(options);  // as in the fields
    auto made = drawnWith(part() ? part()->picture : m_thing.picture, options);
    if (!made) return made;
    const auto fits = checkFits(format, *made, options.scale);
    if (!fits) return fits.error();
    return made;
}

QString ExportDialog::filter() const {
    if (const PictureFormat* format = m_panel->pictureFormat()) return pictureFilter(*format);
    const ValuesFormat& format = *m_panel->valuesFormat();
    return tr("%1 values (*.%2)").arg(QLatin1String(format.title), QLatin1String(format.suffix));
}

/// Draws and writes on another thread.
std::function<Result<void>()> ExportDialog::saverTo(const QString& path) const {
    const QString suffix = QFileInfo(path).suffix().toLower();
    const PictureFormat* format = pictureFormatOf(path, m_thing.formats());
    const ValuesFormat* values = format ? nullptr : m_panel->valuesFormat();
    if (m_thing.values)
        for (const ValuesFormat& other : valuesFormats())
            if (suffix == QLatin1String(other.suffix)) values = &other;
    if (values)
        return [path, write = part() ? part()->values : m_thing.values, form = values->form] {
            return writeFile(path, QByteArray::fromStdString(write(form, kAllRows)));
        };
    if (!format) format = m_panel->pictureFormat();
    return [path, picture = picture(*format), scale = m_panel->options().scale,
            json = m_thing.document(m_panel->options()), format] {
        return picture ? savePicture(path, *format, *picture, scale, json) : Result<void>(picture.error());
    };
}

Result<void> ExportDialog::copyShown() const {
    if (const ValuesFormat* values = m_panel->valuesFormat()) {
        QGuiApplication::clipboard()->setText(QString::fromStdString(this->values(values->form, kAllRows)));
        return {};
    }
    const PictureFormat& format = *m_panel->pictureFormat();
    const auto shown = picture(format);
    if (shown && format.isOfOps()) {
        QGuiApplication::clipboard()->setText(
            QString::fromUtf8(*pictureFile(format, *shown, 1, m_thing.document(m_panel->options()))));
        return {};
    }
    if (!shown) return shown.error();
    Picture paged = *pacedFor(format, *shown);
    paged.pages = {paged.pages[shownPage(paged)]};
    return copyPicture(paged, m_thing.document(m_panel->options()), m_panel->options().scale);
}

void ExportDialog::copy() {
    const Result<void> copied = copyShown();
    show(copied ? tr("Copied.") : QString::fromStdString(copied.error().text()), !copied);
}

QString ExportDialog::suggestedPath() const {
    const QString own = part() ? part()->file : QString();
    const bool isOfOne = m_panel->part() == 0 && !m_panel->valuesFormat() && options().figures.size() == 1;
    const QString ending = isOfOne ? m_thing.figureName : own;
    return ending.isEmpty() ? m_suggestedPath : m_suggestedPath + QLatin1Char('-') + ending;
}

void ExportDialog::save() {
    const QString path = suggestedPath();
    QFileDialog dialog(this, tr("Save"), path);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilter(filter());
    dialog.setDefaultSuffix(suffix());
    const QFileInfo suggested(path);
    if (!m_suggestedPath.isEmpty() && !QFileInfo(m_suggestedPath).isDir()) {
        dialog.setDirectory(suggested.absolutePath());
        dialog.selectFile(suggested.fileName() + QLatin1Char('.') + suffix());
    }
    if (dialog.exec() != QDialog::Accepted) return;
    const QString chosen = named(dialog.selectedFiles().value(0), suffix(), m_thing.formats());
    if (mayReplace(chosen)) saveTo(chosen);
}

/// Asks what the file dialog could not know: several pages are saved as several files.
bool ExportDialog::mayReplace(const QString& path) {
    const QStringList files = filesAt(path);
    const auto there =
        std::count_if(files.begin(), files.end(), [](const QString& file) { return QFile::exists(file); });
    if (files.size() == 1 || there == 0) return true;
    const QString question = there == 1 ? tr("%1 of the %2 files %3 to %4 already exists. Replace it?")
                                        : tr("%1 of the %2 files %3 to %4 already exist. Replace them?");
    return QMessageBox::question(this, tr("Save"),
                                 question.arg(there)
                                     .arg(files.size())
                                     .arg(QFileInfo(files.front()).fileName(), QFileInfo(files.back()).fileName())) ==
           QMessageBox::Yes;
}

QStringList ExportDialog::filesAt(const QString& path) const {
    const PictureFormat* const named = pictureFormatOf(path, m_thing.formats());
    const PictureFormat* const format = named ? named : m_panel->pictureFormat();
    const auto shown = format && !m_panel->valuesFormat() ? picture(*format) : Result<Picture>(Error{});
    return shown ? filesOf(path, *format, *shown) : QStringList(path);
}

void ExportDialog::saveTo(const QString& path) {
    if (m_saving.joinable()) return;
    m_savingPath = path;
    m_savingFiles = filesAt(path);
    m_save->setEnabled(false);
    show(tr("Saving…"), false);
    m_saving = std::jthread([this, save = saverTo(path)] {
        m_result = save();
        QMetaObject::invokeMethod(this, &ExportDialog::takeSaved, Qt::QueuedConnection);
    });
}

void ExportDialog::takeSaved() {
    m_saving.join();  // from here on this thread owns m_result
    m_saving = {};
    m_save->setEnabled(!m_hasProblem);
    if (!m_result) {
        show(QString::fromStdString(m_result.error().text()), true);
        emit saveFailed();
        return;
    }
    const QString first = QFileInfo(m_savingFiles.front()).fileName(),
                  last = QFileInfo(m_savingFiles.back()).fileName();
    const auto count = m_savingFiles.size();
    show(count == 1 ? tr("Saved %1").arg(first) : tr("Saved %1 files, %2 to %3").arg(count).arg(first, last), false);
    m_message->setToolTip(m_savingPath);
    emit saved(m_savingPath);
}

}  // namespace bubblescope
