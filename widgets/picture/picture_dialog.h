#pragma once

#include <QByteArray>
#include <QDialog>

#include "engine/core/result.h"

#include <functional>
#include <thread>

class QLabel;
class QPushButton;

namespace bubblescope {

class PicturePreview;

/// The dialog in which something is shaped before it is saved or copied: a live preview, choices at its right, and
/// below them a line that says what became of it. What is shaped, and how, its heirs say.
///
/// Errors  stand beside the buttons
/// Thread  the interface thread; files are written in the background, and the destructor waits for that
class PictureDialog : public QDialog {
    Q_OBJECT
public:
    ~PictureDialog() override;

    /// Where "Save…" starts: a folder, or a file's name without its suffix.
    void setSuggestedPath(const QString& path) { m_suggestedPath = path; }

    PicturePreview& preview() { return *m_preview; }
    /// The line beside the buttons.
    QString message() const;

public slots:
    void copy();
    /// Asks for a file name.
    void save();
    /// Writes to `path`, in the format it ends in.
    void saveTo(const QString& path);

signals:
    void saved(const QString& path);
    void saveFailed();

protected:
    PictureDialog(const QString& title, QWidget* choices, QWidget* parent);

    struct FileKind {
        QString suffix;
        QString filter;  // "PNG picture (*.png)"
    };
    /// What is saved as the choices are.
    virtual FileKind fileKind() const = 0;
    /// The file with this name. Called at once; what it returns is called on another thread.
    virtual std::function<Result<QByteArray>()> fileFor(const QString& path) const = 0;
    /// Puts on the clipboard what is shown.
    virtual Result<void> copyShown() const = 0;

    /// Clears the line, or says in it why there is nothing to save.
    void setProblem(const QString& problem);

private:
    QLayout* makeButtons();
    void show(const QString& message, bool isError);
    void takeSaved();

    QString m_suggestedPath;
    PicturePreview* m_preview;
    QLabel* m_message;
    QPushButton *m_copy, *m_save;
    bool m_hasProblem = false;

    Result<void> m_result;  // m_saving's until it is joined
    QString m_savingPath;
    std::jthread m_saving;
};

}  // namespace bubblescope
