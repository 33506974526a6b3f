#include "widgets/study/experiment_export_dialog.h"

#include "engine/core/text.h"
#include "engine/io/experiment_file.h"
#include "widgets/picture/picture.h"
#include "widgets/picture/picture_preview.h"
#include "widgets/study/experiment_picture.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>

namespace bubblescope {

namespace {

const KeepFormatInfo& infoOf(KeepFormat format) { return keepFormats()[static_cast<std::size_t>(format)]; }

const PictureFormat& formatOf(KeepFormat format) { return *pictureFormats()[static_cast<std::size_t>(format)]; }

RowsForm rowsForm(KeepFormat format) { return format == KeepFormat::Csv ? RowsForm::Csv : RowsForm::Json; }

/// Results that stay as they are: those that are not whole grow.
SharedResults settled(SharedResults results) {
    return results->isWhole() ? results : std::make_shared<const ExperimentResults>(*results);
}

/// Adds what the curves of the other figures would show on screen.
void addChanges(CurvesData& data, std::size_t figure) {
    const ExperimentPlan& plan = *data.results->plan;
    std::erase_if(data.changes, [&](const WinnerChange& change) { return change.figure != figure; });
    if (!data.results->isWhole() || plan.experiment.view != View::Curves) return;
    std::vector<std::size_t> shown;
    for (std::size_t series = 0; series < plan.series.size(); ++series)
        if (!data.hidden.contains(series)) shown.push_back(series);
    for (std::size_t other = 0; other < plan.figures(); ++other) {
        if (other == figure) continue;
        const auto found = winnerChangesIn(plan, data.results->points, other, shown);
        data.changes.insert(data.changes.end(), found.begin(), found.end());
    }
}

}  // namespace

ExperimentExportDialog::ExperimentExportDialog(CurvesData curves, std::size_t figure, const QString& name,
                                               const KeepOptions& options, QWidget* parent)
    : ExperimentExportDialog(new ExperimentOptionsPanel(*curves.results->plan, figure), curves, figure, name, options,
                             parent) {}

ExperimentExportDialog::ExperimentExportDialog(ExperimentOptionsPanel* panel, CurvesData curves, std::size_t figure,
                                               const QString& name, const KeepOptions& options, QWidget* parent)
    : PictureDialog(tr("Export experiment"), panel, parent),
      m_data(std::move(curves)),
      m_name(name.toStdString()),
      m_panel(panel) {
    m_data.results = settled(m_data.results);
    addChanges(m_data, figure);
    m_draw.setSingleShot(true);
    connect(&m_draw, &QTimer::timeout, this, &ExperimentExportDialog::draw);
    m_panel->setOptions(options);
    connect(m_panel, &ExperimentOptionsPanel::changed, this, &ExperimentExportDialog::refresh);
    refresh();
}

KeepOptions ExperimentExportDialog::options() const { return m_panel->options(); }

Result<Picture> ExperimentExportDialog::picture(const KeepOptions& options) const {
    auto picture = experimentPicture(m_data, options.picture);
    if (!picture) return picture;
    const auto fits = formatOf(options.format).check(picture->size, options.scale);
    return fits ? picture : fits.error();
}

/// Sizes are checked at once; the picture follows.
void ExperimentExportDialog::refresh() {
    const KeepOptions wanted = options();
    m_panel->setSizeNote(QString());
    if (!isPicture(wanted.format)) return showValues(rowsForm(wanted.format));
    const auto shown = picture(wanted);
    setProblem(shown ? QString() : QString::fromStdString(shown.error().text()));
    if (!shown) return preview().showMessage(tr("No picture"));
    m_panel->setSizeNote(shown->size);
    constexpr qint64 kRest = 3;  // times as long as a drawing takes
    if (!m_draw.isActive()) m_draw.start(static_cast<int>(std::min<qint64>(kRest * m_cost, 1000)));
}

void ExperimentExportDialog::showValues(RowsForm form) {
    constexpr std::size_t kShown = 200;  // more than a screen has lines
    setProblem({});
    m_panel->setSizeNote(
        tr("%1 rows").arg(QString::fromStdString(withThousands(static_cast<long long>(m_data.results->done)))));
    preview().showText(QString::fromStdString(experimentValues(*m_data.results, m_name, form, kShown)));
}

void ExperimentExportDialog::draw() {
    QElapsedTimer timer;
    timer.start();
    const KeepOptions wanted = options();
    if (!isPicture(wanted.format)) return;
    if (const auto shown = picture(wanted)) preview().showImage(pictureImage(*shown, previewRatio(shown->size)));
    m_cost = timer.elapsed();
}

PictureDialog::FileKind ExperimentExportDialog::fileKind() const {
    const KeepFormatInfo& info = infoOf(options().format);
    const QString suffix = QLatin1String(info.suffix);
    return {suffix, isPicture(info.format) ? pictureFilter(formatOf(info.format))
                                           : tr("%1 values (*.%2)").arg(QLatin1String(info.title), suffix)};
}

std::function<Result<QByteArray>()> ExperimentExportDialog::fileFor(const QString& path) const {
    KeepOptions wanted = options();
    const QString suffix = QFileInfo(path).suffix().toLower();
    for (const KeepFormatInfo& info : keepFormats())
        if (suffix == QLatin1String(info.suffix)) wanted.format = info.format;
    if (isPicture(wanted.format)) return pictureFor(wanted);
    return [results = m_data.results, name = m_name, form = rowsForm(wanted.format)]() -> Result<QByteArray> {
        return QByteArray::fromStdString(experimentValues(*results, name, form));
    };
}

std::function<Result<QByteArray>()> ExperimentExportDialog::pictureFor(const KeepOptions& options) const {
    using File = Result<QByteArray>;
    const auto shown = picture(options);
    const std::string json = writeExperiment(m_data.results->plan->experiment);
    if (!shown) return [error = shown.error()]() -> File { return error; };
    if (options.format == KeepFormat::Png)
        return [file = pictureFile(kPng, *shown, options.scale, json)] { return file; };
    return [file = pictureFile(formatOf(options.format), *shown, 1, json)] { return file; };
}

Result<void> ExperimentExportDialog::copyShown() const {
    const KeepOptions wanted = options();
    if (!isPicture(wanted.format)) {
        QGuiApplication::clipboard()->setText(
            QString::fromStdString(experimentValues(*m_data.results, m_name, rowsForm(wanted.format))));
        return {};
    }
    const auto shown = picture(wanted);
    const auto image = shown ? pictureImage(*shown, wanted.scale) : Result<QImage>(shown.error());
    if (!image) return image.error();
    QGuiApplication::clipboard()->setImage(*image);
    return {};
}

}  // namespace bubblescope
