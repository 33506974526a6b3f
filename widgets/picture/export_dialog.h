#pragma once

#include <QDialog>

#include "widgets/gantt/annotator.h"
#include "widgets/picture/exportable.h"

#include <thread>

class QLabel;
class QMenu;
class QPushButton;

namespace bubblescope {

class ExportOptionsPanel;
class PicturePreview;

/// The dialog in which a picture is adjusted before it is saved or copied: a live preview, options to its right, and
/// below them a line that reports the result. Gantts are annotated in the preview: by a context menu, and by dragging
/// the texts of annotations. It remembers nothing: the caller passes the options in and reads them
/// when the dialog closes.
///
/// Errors  shown beside the buttons
/// Thread  the interface thread; pictures are drawn and files written in the background, and the destructor waits for
///         both
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(Exportable thing, const PictureOptions& options, QWidget* parent = nullptr);
    ~ExportDialog() override;

    PictureOptions options() const;
    /// The suffix of the chosen format.
    QString suffix() const;
    void setSuffix(const QString& suffix);
    /// The path that "Save…" proposes: a folder, or a file name without its suffix.
    void setSuggestedPath(const QString& path) { m_suggestedPath = path; }
    QString suggestedPath() const;

    PicturePreview& preview() { return *m_preview; }
    /// The line beside the buttons.
    QString message() const;
    /// The menu of annotations for a place of the picture, as shares of its width and height; null if there is nothing.
    QMenu* newPlaceMenu(const QPointF& share);

public slots:
    void copy();
    /// Asks for a file name.
    void save();
    /// Writes to `path` in the format of its suffix.
    void saveTo(const QString& path);

signals:
    void saved(const QString& path);
    void saveFailed();

private:
    QLayout* makeButtons();
    void connectPreview();
    void refresh();
    void annotate(const Annotations& after);
    void setAnnotations(const Annotations& annotations);
    void undo(std::vector<Annotations>& from, std::vector<Annotations>& to);
    QPointF layoutPoint(const QPointF& share) const;
    const PlacedNote* noteAt(const QPointF& share) const;
    void dragNote(const QPointF& share);
    void showPicture(const PictureFormat& format);
    void showValues(const ValuesFormat& format);
    std::size_t shownPage(const Picture& picture) const;
    void showOps(const PictureFormat& format, const Picture& picture);
    /// The values of the chosen part.
    std::string values(RowsForm form, std::size_t most) const;
    /// The picture with these options, if a file of the format can be that large.
    Result<Picture> picture(const PictureFormat& format) const;
    const ExportPart* part() const;
    std::function<Result<void>()> saverTo(const QString& path) const;
    Result<void> copyShown() const;
    QString filter() const;
    /// Clears the line, or shows in it why there is nothing to save.
    void setProblem(const QString& problem);
    void show(const QString& message, bool isError);
    void takeSaved();
    bool mayReplace(const QString& path);
    /// The files that are written for `path`.
    QStringList filesAt(const QString& path) const;

    Exportable m_thing;
    QString m_suggestedPath;
    PicturePreview* m_preview;
    ExportOptionsPanel* m_panel;
    QLabel* m_message;
    QPushButton *m_copy, *m_save;
    bool m_hasProblem = false;

    /// The text of an annotation that is being dragged, and where that began.
    struct Drag {
        std::shared_ptr<const GanttPictureLayout> gantts;
        PlacedNote note;
        QPointF from;  // share
        Annotations before;
    };
    Annotator* m_annotator;
    std::shared_ptr<const GanttPictureLayout> m_gantts;  // of the picture in the preview, if it can be annotated
    std::vector<Annotations> m_before, m_undone;         // steps of undo
    std::optional<Drag> m_drag;

    Result<void> m_result;  // written by m_saving until it is joined
    QString m_savingPath;
    QStringList m_savingFiles;
    std::jthread m_saving;
};

}  // namespace bubblescope
